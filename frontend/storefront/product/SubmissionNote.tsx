import { type ReactNode, useEffect, useState } from "react";
import type { Failure } from "~/shared/http/failure";
import { bringIntoView } from "~/shared/lib/bringIntoView";
import { classNames } from "~/shared/lib/classNames";
import { Notice } from "~/shared/ui/Notice";
import styles from "./SubmissionNote.module.css";

const MESSAGES: Record<Failure, string> = {
  unreachable: "We couldn’t be reached, so we can’t tell whether this arrived.",
  serverError: "Something went wrong on our side, so we can’t tell whether this arrived.",
  rejected: "We couldn’t accept this, so nothing was sent.",
};

const STILL_SENDING = "Still sending. Please keep this page open.";
const SLOW_AFTER_MS = 5000;

export interface SubmissionNoteProps {
  sending: boolean;
  /** Null without a failure. */
  failure: Failure | null;
  /** What to do next, if not sending it again. */
  action?: ReactNode;
  /** For forms with a sticky button: the note overlaps the bar, so that nothing moves. */
  overBar?: boolean;
}

/**
 * A note beside a form's button: that it is still sending, where nothing moves; and from a failure until the next attempt
 * what happened, and that nothing is lost. The temporary message of a failure has the specification's wording; this one is
 * announced once, after it. Without `overBar` the form must be `relative` and have padding below.
 */
export function SubmissionNote({ sending, failure, action, overBar = false }: SubmissionNoteProps) {
  const isSlow = useIsSlow(sending);
  return (
    <div
      aria-live="polite"
      data-failed={failure !== null || undefined}
      className={classNames(styles.place, overBar ? styles.overBar : isSlow && styles.below)}
    >
      {isSlow && <p className={styles.slow}>{STILL_SENDING}</p>}
      {failure && (
        <Notice kind="error">
          <p ref={bringIntoView} className={styles.text}>
            {MESSAGES[failure]} {action ?? <RetryText failure={failure} />}
          </p>
        </Notice>
      )}
    </div>
  );
}

/** Whether it has been sending for a while. */
function useIsSlow(sending: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!sending) return undefined;
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [sending]);
  return isSlow;
}

function RetryText({ failure }: { failure: Failure }) {
  return failure === "rejected" ? (
    <>Everything you typed is still here: please check it and send it again.</>
  ) : (
    <>Nothing you typed is lost: just send it again. It won’t count twice.</>
  );
}
