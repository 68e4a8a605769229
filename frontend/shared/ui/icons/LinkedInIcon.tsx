import { Icon, type IconProps } from "./Icon";

export function LinkedInIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="3.5" y="3.5" width="17" height="17" rx="3" />
      <path d="M8 11v5.5M8 7.7h.01M12 16.5V11M12 13.5c0-1.5 1-2.5 2.2-2.5s2 .8 2 2.3v3.2" />
    </Icon>
  );
}
