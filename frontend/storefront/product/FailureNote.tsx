import type { ReactNode } from "react";
import type { Failure } from "~/shared/http/failure";
import { bringIntoView } from "~/shared/lib/bringIntoView";
import { classNames } from "~/shared/lib/classNames";
import { Notice } from "~/shared/ui/Notice";
import styles from "./FailureNote.module.css";

/** What is known about the request; where no answer came nobody can say whether it arrived. */
const MESSAGES: Record<Failure, string> = {
  unreached: "We couldn’t be reached, so we can’t tell whether this arrived.",
  broken: "Something went wrong on our side, so we can’t tell whether this arrived.",
  refused: "We couldn’t accept this, so nothing was sent.",
};

export interface FailureNoteProps {
  /** Why the form was not sent; null while nothing went wrong. */
  failure: Failure | null;
  /** The way on, where it is another one than sending it again. */
  action?: ReactNode;
  /** For forms whose button keeps to the window's foot: there it stands over that bar, and moves nothing. */
  overBar?: boolean;
}

/**
 * Stands beside a form's button after a failure until the next attempt: what happened, and that nothing is lost. The
 * message that comes with it says the specification's words and goes; this one is read after it, once.
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
          <p ref={bringIntoView} className={styles.words}>
            {MESSAGES[failure]} {action ?? <RetryText failure={failure} />}
          </p>
        </Notice>
      )}
    </div>
  );
}

function RetryText({ failure }: { failure: Failure }) {
  return failure === "refused" ? (
    <>Everything you typed is still here: please check it and send it again.</>
  ) : (
    <>Nothing you typed is lost: just send it again. It won’t count twice.</>
  );
}
