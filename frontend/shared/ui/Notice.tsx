import type { ReactNode } from "react";
import { classNames } from "~/shared/lib/classNames";
import { CheckIcon, InfoIcon } from "./icons";
import styles from "./Notice.module.css";

export interface NoticeProps {
  kind?: "info" | "success" | "error";
  children: ReactNode;
}

/** An inline message box. */
export function Notice({ kind = "info", children }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, styles[kind])}>
      {kind === "success" ? <CheckIcon size={22} /> : <InfoIcon size={22} />}
      <div className={styles.text}>{children}</div>
    </div>
  );
}
