import type { FormEvent, ReactNode } from "react";
import styles from "./FormWithSummary.module.css";
import { footBar } from "./stickyBar";

export interface FormWithSummaryProps {
  fields: ReactNode;
  /** What the order comes to: below the fields, and beside them where there is room. */
  summary: ReactNode;
  /** The summary's total once more: beside the button where the summary stands below the fields. */
  total: string | null;
  /** The button that sends, and what is said of a failure. */
  submit: ReactNode;
  /** What is said beneath that bar: it may cover no more of the fields. */
  note: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Keeps the browser's own checks back until the form asks for them. */
  noValidate?: boolean;
}

/** The layout of every order form. */
export function FormWithSummary({ fields, summary, total, submit, note, ...form }: FormWithSummaryProps) {
  return (
    <form className={styles.form} {...form}>
      <div className={styles.fields}>{fields}</div>
      <div className={styles.summary}>{summary}</div>
      <div ref={footBar} className={styles.submit}>
        {total && (
          // Read out by the summary already, which is a live region.
          <p className={styles.total} aria-hidden="true">
            Total <b>{total}</b>
            Nothing to pay now
          </p>
        )}
        <div className={styles.action}>{submit}</div>
      </div>
      <div className={styles.note}>{note}</div>
    </form>
  );
}
