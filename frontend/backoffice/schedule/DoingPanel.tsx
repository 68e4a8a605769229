import { useEffect, useId, useRef } from "react";
import { DoingFields } from "./DoingFields";
import { dayInWords } from "./dates";
import { DOINGS, type Doing } from "./doings";
import type { Plan } from "./plan";
import { Reasons } from "./Reasons";
import styles from "./schedule.module.css";
import type { State } from "./useDoing";

const MOST_NAMED = 3;

export interface DoingPanelProps {
  doing: Doing;
  plan: Plan;
  state: State;
}

/** What is about to be done: its fields, what it does, why, and the button. */
export function DoingPanel({ doing, plan, state }: DoingPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const words = DOINGS.find((each) => each.doing === doing);
  const wrong = state.failure ?? state.refusal;
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // The days that it is about stand above the panel, and those to which their boxes would go below them.
    document.querySelector(".box:has(:checked)")?.closest(".week")?.scrollIntoView({ block: "start" });
  }, []);

  return (
    <form
      noValidate
      className={styles.panel}
      aria-labelledby={headingId}
      onSubmit={(event) => {
        event.preventDefault();
        state.save();
      }}
    >
      <h3 ref={heading} id={headingId} tabIndex={-1}>
        {words?.label}: {named(state)}
      </h3>
      <DoingFields doing={doing} plan={plan} state={state} />
      <div role="status">
        {state.waiting && <p className={styles.waiting}>Loading preview…</p>}
        {state.sentences.length > 0 && (
          <ul className={styles.sentences}>
            {state.sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
      <div role="alert">
        {wrong && (
          <div className={styles.failure}>
            <p>{wrong}</p>
            {state.since && <Since told={state.since} address={`${plan.address}?from=${plan.begin}#strip`} />}
          </div>
        )}
      </div>
      {state.canSave && <Reasons reasons={plan.reasons} state={state} />}
      <div className={styles.ways}>
        <button type="submit" disabled={!state.canSave || state.saving} aria-busy={state.saving || undefined}>
          {state.saving ? "Saving…" : words?.save}
        </button>
        <button type="button" className="quiet" onClick={state.leave}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function Since({ told, address }: { told: readonly string[]; address: string }) {
  return (
    <>
      <ul>
        {told.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <a className="button secondary" href={address}>
        Show it as it is now
      </a>
    </>
  );
}

function named({ chosen }: State): string {
  const days = chosen.map(({ box }) => (box.day ? dayInWords(box.day) : "one on hold"));
  const more = days.length - MOST_NAMED;
  const shown = [...new Set(days.slice(0, MOST_NAMED))].join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}
