import type { FormEvent, ReactNode } from "react";
import styles from "./FormWithSummary.module.css";

export interface FormWithSummaryProps {
  fields: ReactNode;
  /** What the order comes to: below the fields, and beside them where there is room. */
  summary: ReactNode;
  /** The button that sends, and what is said beneath it. */
  submit: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Keeps the browser's own checks back until the form asks for them. */
  noValidate?: boolean;
}

/** The layout of every order form. */
export function FormWithSummary({ fields, summary, submit, ...form }: FormWithSummaryProps) {
  return (
    <form className={styles.form} {...form}>
      <div className={styles.fields}>{fields}</div>
      <div className={styles.summary}>{summary}</div>
      <div className={styles.submit}>{submit}</div>
    </form>
  );
}
