import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { classNames } from "~/shared/lib/classNames";
import styles from "./Checkbox.module.css";
import fields from "./Field.module.css";
import { useDomValue } from "./useDomValue";
import visuallyHidden from "./VisuallyHidden.module.css";

interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  name?: string;
  /** A second, smaller line. */
  description?: string;
  /** Id of a describing element elsewhere. */
  describedBy?: string | undefined;
  /** Some but not all items of the checkbox are selected. */
  indeterminate?: boolean;
  disabled?: boolean;
  /** The label is for screen readers only, as in a table whose row already shows it. */
  labelHidden?: boolean;
}

/** A checkbox with its label; the whole row is clickable. */
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
  const first = useDomValue(input, "checked", checked, onChange);
  const descriptionId = useId();
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={styles.checkbox}>
      <CheckboxInput
        {...rest}
        ref={input}
        defaultChecked={first}
        data-checked={checked || undefined}
        aria-describedby={description ? descriptionId : describedBy}
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

/**
 * A styled checkbox without a label. `data-checked` is the rendered state: the visitor may change `checked` before
 * hydration (hydration/earlyEvents).
 */
export function CheckboxInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <input
      data-checked={rest.checked || undefined}
      {...rest}
      type="checkbox"
      className={classNames(styles.box, className)}
    />
  );
}

interface CheckboxGroupProps {
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
        <p id={errorId} className={fields.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
