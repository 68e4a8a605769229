import { useRef } from "react";
import { Field, type FieldText } from "./Field";
import styles from "./Field.module.css";
import { ChevronIcon } from "./icons";
import { useDomValue } from "./useDomValue";

export interface SelectFieldProps extends FieldText {
  name: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { readonly label: string; readonly value: string }[];
  /** Shown while nothing is selected; not selectable. */
  placeholder?: string;
  required?: boolean;
}

/** A native select. */
export function SelectField({
  label,
  error,
  hint,
  optionalMark,
  value,
  onChange,
  options,
  placeholder,
  ...rest
}: SelectFieldProps) {
  const control = useRef<HTMLSelectElement>(null);
  const first = useDomValue(control, "value", value, onChange);
  return (
    <Field label={label} error={error} hint={hint} optionalMark={optionalMark}>
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
