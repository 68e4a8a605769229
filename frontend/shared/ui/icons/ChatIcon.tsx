import { Icon, type IconProps } from "./Icon";

export function ChatIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 3.5c-5 0-9 3.5-9 8 0 2.2 1 4.2 2.6 5.6L4.8 20.5l4-1.4c1 .3 2.1.4 3.2.4 5 0 9-3.5 9-8s-4-8-9-8Z" />
      <path d="M8.2 11.5h.01M12 11.5h.01M15.8 11.5h.01" strokeWidth="2.6" />
    </Icon>
  );
}
