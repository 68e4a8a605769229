import type { ReactNode } from "react";
import type { Failure } from "~/shared/http/post";
import { classNames } from "~/shared/lib/classNames";
import { bringIntoView } from "~/shared/lib/fields";
import { Notice } from "~/shared/ui/Notice";
import styles from "./FailureNote.module.css";

const MESSAGES: Record<Failure, string> = {
  unreachable: "We couldn’t be reached, so we can’t tell whether this arrived.",
  serverError: "Something went wrong on our side, so we can’t tell whether this arrived.",
  rejected: "We couldn’t accept this, so nothing was sent.",
};

export interface FailureNoteProps {
  /** Null without a failure. */
  failure: Failure | null;
  /** What to do next, if not sending it again. */
  action?: ReactNode;
  /** For forms with a sticky button: the note overlaps the bar, so that nothing moves. */
  overBar?: boolean;
}

/**
 * A note beside a form's button from a failure until the next attempt: what happened, and that nothing is lost. The
 * temporary message beside it has the specification's wording; this one is announced once, after it.
 */
export function FailureNote({ failure, action, overBar = false }: FailureNoteProps) {
  return (
    <div
      aria-live="polite"
      data-failed={failure !== null || undefined}
      className={classNames(styles.place, overBar && styles.overBar)}
    >
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

function RetryText({ failure }: { failure: Failure }) {
  return failure === "rejected" ? (
    <>Everything you typed is still here: please check it and send it again.</>
  ) : (
    <>Nothing you typed is lost: just send it again. It won’t count twice.</>
  );
}
