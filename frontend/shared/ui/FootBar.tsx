import type { ReactNode } from "react";
import { classNames } from "~/shared/lib/classNames";
import styles from "./FootBar.module.css";
import { footBar } from "./stickyBar";

export interface FootBarProps {
  /** Nothing is ticked yet: it covers nothing then. */
  empty: boolean;
  /** How much is ticked; read out as it changes. */
  status: ReactNode;
  /** The way on. */
  children: ReactNode;
  className?: string;
}

/** What is ticked, and the way on; keeps to the foot of the window while it has something in it. */
export function FootBar({ empty, status, children, className }: FootBarProps) {
  return (
    <div
      ref={empty ? undefined : footBar}
      className={classNames(styles.bar, className)}
      data-empty={empty || undefined}
    >
      <p role="status" className={styles.said}>
        {status}
      </p>
      {children}
    </div>
  );
}
