import { bringIntoView } from "~/shared/lib/bringIntoView";
import { classNames } from "~/shared/lib/classNames";
import styles from "./FormMessage.module.css";
import { holdWhileRead } from "./holdWhileRead";
import { SignedText } from "./SignedText";

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
  /** Of a message that goes away by itself: it waits for whoever reads it. */
  readonly hold?: Parameters<typeof holdWhileRead>[0];
}

/**
 * The box in which a form says how its sending went. Both live regions stand from the start, or a screen reader
 * misses the first message.
 */
export function FormMessage({ message, onEdge = false, hold }: FormMessageProps) {
  const box = message && (
    <p
      ref={bringIntoView}
      className={classNames(styles.box, styles[message.kind])}
      {...(hold && holdWhileRead(hold))}
    >
      <SignedText text={message.text} />
    </p>
  );
  return (
    <div className={onEdge ? styles.onEdge : undefined}>
      <div role="status">{message?.kind === "success" && box}</div>
      <div role="alert">{message?.kind === "error" && box}</div>
    </div>
  );
}
