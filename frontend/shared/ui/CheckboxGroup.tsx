import { type ReactNode, useId } from "react";
import styles from "./CheckboxGroup.module.css";

export interface CheckboxGroupProps {
  legend: string;
  error?: string | undefined;
  children: ReactNode;
}

/** A fieldset of checkboxes with one error message. */
export function CheckboxGroup({ legend, error, children }: CheckboxGroupProps) {
  const errorId = useId();
  return (
    <fieldset className={styles.group} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.boxes}>{children}</div>
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
