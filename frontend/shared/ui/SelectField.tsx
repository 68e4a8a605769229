import { Field, type FieldText } from "./Field";
import styles from "./Field.module.css";
import { ChevronIcon } from "./icons/ChevronIcon";
import { usePreHydrationInput } from "./usePreHydrationInput";

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
  onChange,
  options,
  placeholder,
  ...rest
}: SelectFieldProps) {
  const control = usePreHydrationInput<HTMLSelectElement>(rest.value, onChange);
  return (
    <Field label={label} error={error} hint={hint} optionalMark={optionalMark}>
      {(links) => (
        <div className={styles.select}>
          <select
            {...rest}
            {...links}
            ref={control}
            className={styles.control}
            onChange={(event) => onChange(event.target.value)}
          >
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
