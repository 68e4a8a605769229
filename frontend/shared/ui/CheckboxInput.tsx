import type { ComponentProps } from "react";
import { classNames } from "~/shared/lib/classNames";
import styles from "./CheckboxInput.module.css";

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
