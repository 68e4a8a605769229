import { useEffect, useId, useRef } from "react";
import styles from "./Checkbox.module.css";
import { CheckboxInput } from "./CheckboxInput";
import visuallyHidden from "./VisuallyHidden.module.css";

export interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  name?: string;
  /** A second, smaller line. */
  description?: string;
  /** Id of an element that says more, in a place of its own. */
  describedBy?: string | undefined;
  /** Some but not all of what the box stands for is ticked. */
  indeterminate?: boolean;
  disabled?: boolean;
  /** The label is read out but not drawn: for boxes in tables, whose row says what they stand for. */
  labelHidden?: boolean;
}

/** A tick box with its label; the whole row can be pressed. */
export function Checkbox({
  label,
  description,
  describedBy,
  checked,
  onChange,
  indeterminate = false,
  labelHidden = false,
  ...rest
}: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  const descriptionId = useId();
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={styles.checkbox}>
      <CheckboxInput
        {...rest}
        ref={input}
        checked={checked}
        aria-describedby={description ? descriptionId : describedBy}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={labelHidden ? visuallyHidden.text : undefined}>
        {label}
        {description && (
          <span id={descriptionId} className={styles.description}>
            {description}
          </span>
        )}
      </span>
    </label>
  );
}
