import { Icon, type IconProps } from "./Icon";

export function PinIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 21s7-6.2 7-11.3A7 7 0 0 0 5 9.7C5 14.8 12 21 12 21Z" />
      <circle cx="12" cy="9.8" r="2.5" />
    </Icon>
  );
}
