import type { ReactNode } from "react";

export interface IconProps {
  /** Accessible name; without one the icon is decorative. */
  label?: string;
  size?: number;
}

/** Base of every icon: 24-unit grid, text colour; a single path or other shapes. */
export function Icon({
  label,
  size = 24,
  path,
  children,
}: IconProps & { path?: string; children?: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      {path && <path d={path} />}
      {children}
    </svg>
  );
}

export function ArrowIcon(props: IconProps) {
  return <Icon {...props} path="M4.5 12h15M13.5 6l6 6-6 6" />;
}

export function ChatIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 3.5c-5 0-9 3.5-9 8 0 2.2 1 4.2 2.6 5.6L4.8 20.5l4-1.4c1 .3 2.1.4 3.2.4 5 0 9-3.5 9-8s-4-8-9-8Z" />
      <path d="M8.2 11.5h.01M12 11.5h.01M15.8 11.5h.01" strokeWidth="2.6" />
    </Icon>
  );
}

export function CheckIcon(props: IconProps) {
  return <Icon {...props} path="m5 12.5 4.7 4.7L19 7.5" />;
}

export function ChevronIcon(props: IconProps) {
  return <Icon {...props} path="m6 9.5 6 6 6-6" />;
}

export function CloseIcon(props: IconProps) {
  return <Icon {...props} path="m6 6 12 12M18 6 6 18" />;
}

export function FacebookIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M14 21v-7.5h2.8l.5-3.3H14V8.3c0-1 .5-1.8 1.9-1.8h1.5V3.6A16 16 0 0 0 15 3.4c-2.5 0-4.2 1.6-4.2 4.4v2.4H8v3.3h2.8V21"
    />
  );
}

export function InfoIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5M12 7.8h.01" />
    </Icon>
  );
}

export function InstagramIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17 7h.01" strokeWidth="2.6" />
    </Icon>
  );
}

export function LinkedInIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="3.5" y="3.5" width="17" height="17" rx="3" />
      <path d="M8 11v5.5M8 7.7h.01M12 16.5V11M12 13.5c0-1.5 1-2.5 2.2-2.5s2 .8 2 2.3v3.2" />
    </Icon>
  );
}

export function MailIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="3" y="5" width="18" height="14" rx="2.5" />
      <path d="m4 7.5 8 5.5 8-5.5" />
    </Icon>
  );
}

export function MenuIcon(props: IconProps) {
  return <Icon {...props} path="M4 7h16M4 12h16M4 17h16" />;
}

export function PauseIcon(props: IconProps) {
  return <Icon {...props} path="M9 5.5v13M15 5.5v13" />;
}

export function PhoneIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M8.6 4.2 6.3 4c-1 0-1.9.9-1.8 2C5.2 13 11 18.8 18 19.5c1.1.1 2-.8 2-1.8l-.2-2.3a1.5 1.5 0 0 0-1-1.3l-2.4-.8a1.5 1.5 0 0 0-1.6.4l-.8.9a11 11 0 0 1-4.6-4.6l.9-.8c.4-.4.6-1 .4-1.6l-.8-2.4a1.5 1.5 0 0 0-1.3-1Z"
    />
  );
}

export function PinIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 21s7-6.2 7-11.3A7 7 0 0 0 5 9.7C5 14.8 12 21 12 21Z" />
      <circle cx="12" cy="9.8" r="2.5" />
    </Icon>
  );
}

export function PlayIcon(props: IconProps) {
  return <Icon {...props} path="M8 5.5v13l10.5-6.5Z" />;
}

export function SearchIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </Icon>
  );
}

export function XIcon(props: IconProps) {
  return <Icon {...props} path="M4 4h4.4L20 20h-4.4ZM19.2 4l-6.4 7M4.8 20l6.4-7" />;
}

export function YouTubeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="2.5" y="5.5" width="19" height="13" rx="4" />
      <path d="m10.3 9.3 4.7 2.7-4.7 2.7Z" />
    </Icon>
  );
}
