import type { ReactNode } from "react";
import { classNames } from "~/shared/lib/classNames";
import styles from "./FootBar.module.css";
import { footBar } from "./stickyBar";

export interface FootBarProps {
  /** Nothing is selected: the bar then covers nothing. */
  empty: boolean;
  /** The size of the selection, announced on change. */
  status: ReactNode;
  /** The button to continue. */
  children: ReactNode;
  className?: string;
}

/** The size of a selection and the button to continue, sticky at the bottom of the window. */
export function FootBar({ empty, status, children, className }: FootBarProps) {
  return (
    <div
      ref={empty ? undefined : footBar}
      className={classNames(styles.bar, className)}
      data-empty={empty || undefined}
    >
      <p role="status" className={styles.status}>
        {status}
      </p>
      {children}
    </div>
  );
}
