import type { ReactNode } from "react";

export interface IconProps {
  /** What it means, for those who cannot see it; without a label the icon is decoration. */
  label?: string;
  /** Edge in pixels. */
  size?: number;
}

/** Frame of every line icon: 24-unit grid, drawn in the text colour. */
export function Icon({ label, size = 24, children }: IconProps & { children: ReactNode }) {
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
      {children}
    </svg>
  );
}
