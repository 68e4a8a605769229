import { Icon, type IconProps } from "./Icon";

export function XIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 4h4.4L20 20h-4.4ZM19.2 4l-6.4 7M4.8 20l6.4-7" />
    </Icon>
  );
}
