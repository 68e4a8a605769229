import { Icon, type IconProps } from "./Icon";

export function FacebookIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M14 21v-7.5h2.8l.5-3.3H14V8.3c0-1 .5-1.8 1.9-1.8h1.5V3.6A16 16 0 0 0 15 3.4c-2.5 0-4.2 1.6-4.2 4.4v2.4H8v3.3h2.8V21" />
    </Icon>
  );
}
