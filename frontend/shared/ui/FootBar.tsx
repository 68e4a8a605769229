import type { ReactNode } from "react";
import { classNames } from "~/shared/lib/classNames";
import styles from "./FootBar.module.css";
import { footBar } from "./stickyBar";

export interface FootBarProps {
  /** Nothing is selected: the bar then covers nothing. */
  empty: boolean;
  /** The size of the selection, announced on change. */
  status: ReactNode;
  /** More about the selection; not announced. */
  note?: ReactNode;
  /** The button to continue. */
  children: ReactNode;
  className?: string;
}

/** The size of a selection and the button to continue, sticky at the bottom of the window. */
export function FootBar({ empty, status, note, children, className }: FootBarProps) {
  return (
    <div
      ref={empty ? undefined : footBar}
      className={classNames(styles.bar, className)}
      data-empty={empty || undefined}
    >
      <div className={styles.status}>
        <p role="status">{status}</p>
        {note}
      </div>
      {children}
    </div>
  );
}
