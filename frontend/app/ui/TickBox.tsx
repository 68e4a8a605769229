import type { ComponentProps } from "react";
import { classNames } from "~/lib/classNames";
import styles from "./TickBox.module.css";

/** The drawn box of a checkbox, for whoever lays out its label; Checkbox is the one with a label beside it. */
export function TickBox({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return <input {...rest} type="checkbox" className={classNames(styles.box, className)} />;
}
