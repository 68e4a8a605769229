import { classNames } from "~/lib/classNames";
import styles from "./FormMessage.module.css";

export interface FormMessageText {
  readonly kind: "success" | "error";
  readonly text: string;
}

interface FormMessageProps {
  readonly message: FormMessageText | null;
  /**
   * Like a seal on the lower edge of the form's card: nothing moves as it comes and goes. The card is `relative`, and
   * keeps room below its last button.
   */
  readonly onEdge?: boolean;
}

/** On a phone the button that was pressed can stand at the window's lower edge, and the box below it. */
const bringIntoView = (box: HTMLElement | null) => box?.scrollIntoView({ block: "nearest" });

/**
 * The box in which a form says how its sending went. Both live regions stand from the start, or a screen reader
 * misses the first message.
 */
export function FormMessage({ message, onEdge = false }: FormMessageProps) {
  const box = message && (
    <p ref={bringIntoView} className={classNames(styles.box, styles[message.kind])}>
      {message.text}
    </p>
  );
  return (
    <div className={onEdge ? styles.onEdge : undefined}>
      <div role="status">{message?.kind === "success" && box}</div>
      <div role="alert">{message?.kind === "error" && box}</div>
    </div>
  );
}
