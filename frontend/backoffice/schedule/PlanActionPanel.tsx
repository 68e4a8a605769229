import { useEffect, useId, useRef } from "react";
import { formatDay } from "./dates";
import { PlanActionFields } from "./PlanActionFields";
import type { Plan } from "./plan";
import { PLAN_ACTIONS, type PlanAction } from "./planActions";
import { Reasons } from "./Reasons";
import styles from "./schedule.module.css";
import type { PlanActionState } from "./usePlanAction";

const MAX_NAMED = 3;

export interface PlanActionPanelProps {
  action: PlanAction;
  plan: Plan;
  state: PlanActionState;
}

/** The form of the chosen action: its fields, the preview, the reason and the button that saves it. */
export function PlanActionPanel({ action, plan, state }: PlanActionPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const labels = PLAN_ACTIONS.find((each) => each.action === action);
  const error = state.saveError ?? state.previewError;
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // The panel covers the foot of the window: the selected days must be in view, with the target days below them.
    document.querySelector(".week :checked")?.closest(".week")?.scrollIntoView({ block: "start" });
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
        {labels?.label}: {describeSelection(state)}
      </h3>
      <PlanActionFields action={action} plan={plan} state={state} />
      <div role="status">
        {state.isLoadingPreview && <p className={styles.waiting}>Loading preview…</p>}
        {state.effects.length > 0 && (
          <ul className={styles.sentences}>
            {state.effects.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
      <div role="alert">
        {error && (
          <div className={styles.failure}>
            <p>{error}</p>
            {state.changesSince && (
              <ChangesSince
                changes={state.changesSince}
                address={`${plan.address}?from=${plan.begin}#strip`}
              />
            )}
          </div>
        )}
      </div>
      {state.canSave && <Reasons reasons={plan.reasons} state={state} />}
      <div className={styles.ways}>
        <button
          type="submit"
          disabled={!state.canSave || state.isSaving}
          aria-busy={state.isSaving || undefined}
        >
          {state.isSaving ? "Saving…" : labels?.save}
        </button>
        <button type="button" className="quiet" onClick={state.cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function ChangesSince({ changes, address }: { changes: readonly string[]; address: string }) {
  return (
    <>
      <ul>
        {changes.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <a className="button secondary" href={address}>
        Show it as it is now
      </a>
    </>
  );
}

function describeSelection({ selected }: PlanActionState): string {
  const days = selected.map(({ box }) => (box.day ? formatDay(box.day) : "one on hold"));
  const more = days.length - MAX_NAMED;
  const names = [...new Set(days.slice(0, MAX_NAMED))].join(", ");
  return more > 0 ? `${names} and ${more} more` : names;
}
