import type { ReactNode } from "react";

export interface IconProps {
  /** Accessible name; without one the icon is decorative. */
  label?: string;
  /** Size in pixels. */
  size?: number;
}

/** Base of every icon: 24-unit grid, text colour. */
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
