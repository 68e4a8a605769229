import { Icon, type IconProps } from "./Icon";

export function YouTubeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="2.5" y="5.5" width="19" height="13" rx="4" />
      <path d="m10.3 9.3 4.7 2.7-4.7 2.7Z" />
    </Icon>
  );
}
