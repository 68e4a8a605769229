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
   * Overlaps the lower edge of the form's card, so that nothing moves when it appears. The card must be `relative` and
   * have padding below its last button.
   */
  readonly onEdge?: boolean;
  /** Pauses the timer of a temporary message while it is read. */
  readonly hold?: Parameters<typeof holdWhileRead>[0];
}

/** The result message of a form. Both live regions are always present, or screen readers miss the first message. */
export function FormMessage({ message, onEdge = false, hold }: FormMessageProps) {
  const box = message && (
    <p
      ref={bringIntoView}
      data-message
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
