import type { ComponentProps } from "react";
import { classNames } from "~/shared/lib/classNames";
import styles from "./CheckboxInput.module.css";

/**
 * The drawn box of a checkbox, for whoever lays out its label; Checkbox is the one with a label beside it. That it is
 * drawn ticked is said beside `checked`, which a visitor may change before the page is alive (lib/earlyPresses).
 */
export function CheckboxInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <input
      {...rest}
      type="checkbox"
      data-checked={rest.checked || undefined}
      className={classNames(styles.box, className)}
    />
  );
}
