import type { FormEvent, ReactNode } from "react";
import styles from "./FormWithSummary.module.css";
import { footBar } from "./stickyBar";

export interface FormWithSummaryProps {
  fields: ReactNode;
  /** The order summary: below the fields, and beside them on wide screens. */
  summary: ReactNode;
  /** The total again, beside the button when the summary is below the fields. */
  total: string | null;
  /** The submit button and the failure message. */
  submit: ReactNode;
  /** Notes below the button's sticky bar, outside it so that it covers less of the fields. */
  note: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  noValidate?: boolean;
}

/** The layout of every order form. */
export function FormWithSummary({ fields, summary, total, submit, note, ...form }: FormWithSummaryProps) {
  return (
    <form method="post" className={styles.form} {...form}>
      <div className={styles.fields}>{fields}</div>
      <div className={styles.summary}>{summary}</div>
      <div ref={footBar} className={styles.submit}>
        {total && (
          // The summary, a live region, already announces it.
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
