import type { ReactNode } from "react";
import styles from "./ToggleButtons.module.css";

export interface ToggleButtonsProps<Option extends string> {
  /** What the buttons choose; for screen readers. */
  label: string;
  options: readonly Option[];
  labels: Readonly<Record<Option, string>>;
  isPressed: (option: Option) => boolean;
  onPress: (option: Option) => void;
  /** After the buttons, in the same row. */
  children?: ReactNode;
}

/** A row of buttons that stay pressed; their owner says whether one or several are. */
export function ToggleButtons<Option extends string>(props: ToggleButtonsProps<Option>) {
  return (
    <fieldset className={styles.row} aria-label={props.label} data-paper="none">
      {props.options.map((option) => (
        <button
          key={option}
          type="button"
          className={styles.button}
          aria-pressed={props.isPressed(option)}
          onClick={() => props.onPress(option)}
        >
          {props.labels[option]}
        </button>
      ))}
      {props.children}
    </fieldset>
  );
}
