import { type TextareaHTMLAttributes, useRef } from "react";
import { Field, type FieldText } from "./Field";
import styles from "./Field.module.css";
import { useCustomError } from "./useCustomError";
import { useDomValue } from "./useDomValue";

type Attributes = Pick<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  "required" | "readOnly" | "rows" | "placeholder" | "autoComplete" | "onBlur"
>;

export interface TextAreaProps extends FieldText, Attributes {
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** See TextField. */
  customError?: string | undefined;
}

/** A field for several lines. */
export function TextArea({
  label,
  error,
  hint,
  optionalMark,
  value,
  onChange,
  rows = 3,
  customError,
  ...rest
}: TextAreaProps) {
  const control = useRef<HTMLTextAreaElement>(null);
  const first = useDomValue(control, "value", value, onChange);
  useCustomError(control, customError);
  return (
    <Field label={label} error={error} hint={hint} optionalMark={optionalMark}>
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
