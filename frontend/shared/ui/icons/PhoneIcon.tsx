import { Icon, type IconProps } from "./Icon";

export function PhoneIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8.6 4.2 6.3 4c-1 0-1.9.9-1.8 2C5.2 13 11 18.8 18 19.5c1.1.1 2-.8 2-1.8l-.2-2.3a1.5 1.5 0 0 0-1-1.3l-2.4-.8a1.5 1.5 0 0 0-1.6.4l-.8.9a11 11 0 0 1-4.6-4.6l.9-.8c.4-.4.6-1 .4-1.6l-.8-2.4a1.5 1.5 0 0 0-1.3-1Z" />
    </Icon>
  );
}
