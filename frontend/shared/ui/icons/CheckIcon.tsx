import { Icon, type IconProps } from "./Icon";

export function CheckIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m5 12.5 4.7 4.7L19 7.5" />
    </Icon>
  );
}
