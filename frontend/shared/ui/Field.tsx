import {
  type HTMLInputAutoCompleteAttribute,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useId,
  useRef,
} from "react";
import styles from "./Field.module.css";
import { ChevronIcon } from "./icons";
import { useCustomError } from "./useCustomError";
import { useDomValue } from "./useDomValue";

interface FieldText {
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
function Field({ label, error, hint, note, optionalMark, children }: FieldProps) {
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

/** Separates the texts of a field from the props of its control. */
function splitText<Props extends FieldText>({ label, error, hint, note, optionalMark, ...rest }: Props) {
  return { text: { label, error, hint, note, optionalMark }, ...rest };
}

type TextAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | "required"
  | "readOnly"
  | "inputMode"
  | "enterKeyHint"
  | "min"
  | "max"
  | "step"
  | "placeholder"
  | "list"
  | "onBlur"
>;

export interface TextFieldProps extends FieldText, TextAttributes {
  name: string;
  value: string;
  onChange?: (value: string) => void;
  type?: "text" | "tel" | "email" | "number" | "time" | "date";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** The browser's validation message while the value is invalid. */
  customError?: string | undefined;
}

/** A one-line text, number, e-mail, phone or time field. */
export function TextField(props: TextFieldProps) {
  const { text, value, onChange, type = "text", customError, ...rest } = splitText(props);
  const control = useRef<HTMLInputElement>(null);
  const first = useDomValue(control, "value", value, onChange);
  useCustomError(control, customError);
  return (
    <Field {...text}>
      {(links) => (
        <input
          {...rest}
          {...links}
          ref={control}
          type={type}
          className={styles.control}
          defaultValue={first}
        />
      )}
    </Field>
  );
}

type AreaAttributes = Pick<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  "required" | "readOnly" | "rows" | "placeholder" | "autoComplete" | "onBlur"
>;

interface TextAreaProps extends FieldText, AreaAttributes {
  name: string;
  value: string;
  onChange: (value: string) => void;
  customError?: string | undefined;
}

export function TextArea(props: TextAreaProps) {
  const { text, value, onChange, rows = 3, customError, ...rest } = splitText(props);
  const control = useRef<HTMLTextAreaElement>(null);
  const first = useDomValue(control, "value", value, onChange);
  useCustomError(control, customError);
  return (
    <Field {...text}>
      {(links) => (
        <textarea
          {...rest}
          {...links}
          ref={control}
          rows={rows}
          className={styles.control}
          defaultValue={first}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps extends FieldText {
  name: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { readonly label: string; readonly value: string }[];
  /** Shown while nothing is selected; not selectable. */
  placeholder?: string;
  required?: boolean;
}

export function SelectField(props: SelectFieldProps) {
  const { text, value, onChange, options, placeholder, ...rest } = splitText(props);
  const control = useRef<HTMLSelectElement>(null);
  const first = useDomValue(control, "value", value, onChange);
  return (
    <Field {...text}>
      {(links) => (
        <div className={styles.select}>
          <select {...rest} {...links} ref={control} className={styles.control} defaultValue={first}>
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronIcon size={20} />
        </div>
      )}
    </Field>
  );
}
