import type { ReactNode } from "react";
import { classNames } from "~/shared/lib/classNames";
import { CheckIcon, InfoIcon } from "./icons";
import styles from "./Notice.module.css";

interface NoticeProps {
  kind?: "info" | "success" | "error";
  children: ReactNode;
}

export function Notice({ kind = "info", children }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, styles[kind])}>
      {kind === "success" ? <CheckIcon size={22} /> : <InfoIcon size={22} />}
      <div className={styles.text}>{children}</div>
    </div>
  );
}

interface EmptyNoticeProps {
  title?: string;
  text: string;
  /** A button or link to continue. */
  action: ReactNode;
  children?: ReactNode;
}

/** The empty state of a page. */
export function EmptyNotice({ title, text, action, children }: EmptyNoticeProps) {
  return (
    <div className={styles.emptyNoticeNotice}>
      <EmptyPlate />
      {title && <h2 className={styles.title}>{title}</h2>}
      <p className={styles.emptyNoticeText}>{text}</p>
      {children}
      <div className={styles.action}>{action}</div>
    </div>
  );
}

function EmptyPlate() {
  return (
    <svg
      className={styles.plate}
      viewBox="0 0 160 96"
      width="160"
      height="96"
      aria-hidden="true"
      focusable="false"
    >
      <ellipse cx="80" cy="60" rx="76" ry="32" className={styles.shade} />
      <ellipse cx="80" cy="52" rx="66" ry="28" className={styles.rim} />
      <ellipse cx="80" cy="52" rx="44" ry="17" className={styles.well} />
    </svg>
  );
}
