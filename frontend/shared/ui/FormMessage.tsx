import { useLayoutEffect, useRef, useState } from "react";
import { classNames } from "~/shared/lib/classNames";
import { bringIntoView } from "~/shared/lib/fields";
import {
  type HoldReason,
  holdWhileRead,
  type PausableTimer,
  startPausableTimer,
} from "~/shared/lib/pausableTimer";
import { useIsCurrentPage } from "~/shared/lib/useTimeout";
import styles from "./FormMessage.module.css";
import { showPopup } from "./notifier";
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

/**
 * The message of one form. With `durationMs` it disappears by itself; `hold` (for FormMessage) pauses its timer while it
 * is read. A popup shows it if the form's page has been left.
 */
export function useFormMessage(durationMs?: number) {
  const [message, setMessage] = useState<FormMessageText | null>(null);
  const isCurrentPage = useIsCurrentPage();
  const timer = useRef<PausableTimer>(undefined);
  // Once the message is rendered: its time begins with the frame that shows it.
  useLayoutEffect(() => {
    if (!message || durationMs === undefined) return undefined;
    const started = startPausableTimer(() => setMessage(null), durationMs);
    timer.current = started;
    return () => started.cancel();
  }, [message, durationMs]);

  function show(next: FormMessageText | null): void {
    if (next && !isCurrentPage()) {
      showPopup(next);
      return;
    }
    // A new object, so that the same message shown again restarts its time.
    setMessage(next && { ...next });
  }

  const hold = {
    hold: (reason: HoldReason): void => timer.current?.hold(reason),
    release: (reason: HoldReason): void => timer.current?.release(reason),
  };
  return { message, show, hold };
}
