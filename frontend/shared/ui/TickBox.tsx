import type { ComponentProps } from "react";
import { classNames } from "~/shared/lib/classNames";
import styles from "./TickBox.module.css";

/**
 * The drawn box of a checkbox, for whoever lays out its label; Checkbox is the one with a label beside it. That it is
 * drawn ticked is said beside `checked`, which a visitor may change before the page is alive (lib/earlyPresses).
 */
export function TickBox({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <input
      {...rest}
      type="checkbox"
      data-ticked={rest.checked || undefined}
      className={classNames(styles.box, className)}
    />
  );
}
