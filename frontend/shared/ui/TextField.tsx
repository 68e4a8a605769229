import { type HTMLInputAutoCompleteAttribute, type InputHTMLAttributes, useRef } from "react";
import { Field, type FieldText } from "./Field";
import styles from "./Field.module.css";
import { useCustomError } from "./useCustomError";
import { useDomValue } from "./useDomValue";

type Attributes = Pick<
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

export interface TextFieldProps extends FieldText, Attributes {
  name: string;
  value: string;
  onChange?: (value: string) => void;
  type?: "text" | "tel" | "email" | "number" | "time" | "date";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** The browser's validation message while the value is invalid. */
  customError?: string | undefined;
}

/** A one-line text, number, e-mail, phone or time field. */
export function TextField({
  label,
  error,
  hint,
  note,
  optionalMark,
  value,
  onChange,
  type = "text",
  customError,
  ...rest
}: TextFieldProps) {
  const control = useRef<HTMLInputElement>(null);
  const first = useDomValue(control, "value", value, onChange);
  useCustomError(control, customError);
  return (
    <Field label={label} error={error} hint={hint} note={note} optionalMark={optionalMark}>
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
