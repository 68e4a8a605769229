import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "~/shared/lib/classNames";
import styles from "./Button.module.css";
import { CloseIcon } from "./icons";

interface Look {
  /** primary: the one main action in view; secondary: beside it; quiet: within text and cards. */
  variant?: "primary" | "secondary" | "quiet";
  size?: "md" | "lg";
  block?: boolean;
}

function lookOf({ variant = "primary", size = "md", block = false }: Look): string {
  return classNames(styles.button, styles[variant], size === "lg" && styles.lg, block && styles.block);
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows a spinner and ignores clicks; the caller changes the label. */
  busy?: boolean;
}

/** A button; `type` defaults to "button", so that none submits a form by accident. */
export function Button({ variant, size, block, busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(lookOf({ variant, size, block }), className)}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

interface LinkButtonProps extends Look {
  children: ReactNode;
  className?: string;
  /** Navigation state handed to the next page; only with `to`. */
  state?: unknown;
  onClick?: () => void;
  /** Opens in a new tab; only with `href`. */
  newTab?: boolean;
}

type Target = { to: string; href?: undefined } | { href: string; to?: undefined };

/** A link that looks like a button: `to` for routes, `href` for other URLs and anchors. */
export function LinkButton({ variant, size, block, className, children, ...rest }: LinkButtonProps & Target) {
  const look = classNames(lookOf({ variant, size, block }), className);
  if (rest.to !== undefined) {
    return (
      <Link to={rest.to} state={rest.state} onClick={rest.onClick} className={look}>
        {children}
      </Link>
    );
  }
  return (
    <a
      href={rest.href}
      onClick={rest.onClick}
      className={look}
      {...(rest.newTab && { target: "_blank", rel: "noopener" })}
    >
      {children}
    </a>
  );
}

interface CloseButtonProps {
  label: string;
  onClick: () => void;
  size?: number;
  className?: string;
}

/** A cross as large as a fingertip: it closes, dismisses or clears what it is in. */
export function CloseButton({ label, onClick, size, className, ...rest }: CloseButtonProps) {
  return (
    <button type="button" {...rest} className={classNames(styles.icon, className)} onClick={onClick}>
      <CloseIcon size={size} label={label} />
    </button>
  );
}
