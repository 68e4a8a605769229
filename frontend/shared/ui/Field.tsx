import { type ReactNode, useId } from "react";
import styles from "./Field.module.css";

/** Props of every labelled field. */
export interface FieldText {
  label: string;
  /** Message below the field, which is marked invalid while it has one. */
  error?: string | undefined;
  hint?: string | undefined;
  /** A live message below the hint; the field stays valid. "" for none yet. */
  note?: string | undefined;
  /** Adds "(optional)" to the label. */
  optionalMark?: boolean;
}

/** Attributes that connect a control with its label, hint and error. */
interface ControlLinks {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps extends FieldText {
  children: (links: ControlLinks) => ReactNode;
}

/** Label above, hint and error below; `children` renders the control. */
export function Field({ label, error, hint, note, optionalMark, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const noteId = note ? `${id}-note` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const described = [hintId, noteId, errorId].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optionalMark && <span className={styles.optional}> (optional)</span>}
      </label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {note !== undefined && (
        <p id={noteId} role="status" className={styles.note}>
          {note}
        </p>
      )}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
