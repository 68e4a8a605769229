import { useEffect, useRef } from "react";
import { DOINGS, may, mayChangeBoxes } from "./doings";
import type { Plan } from "./plan";
import styles from "./schedule.module.css";
import type { State } from "./useDoing";
import { canTick } from "./weeks";

const HOW = "Select days to skip, move or change.";
const OVER = "These weeks can no longer be changed.";

export interface TickedBarProps {
  plan: Plan;
  state: State;
  onUntick: () => void;
}

/** What can be done to the boxes that are ticked; before any is, how that is done. */
export function TickedBar({ plan, state, onUntick }: TickedBarProps) {
  const { chosen } = state;
  const back = useRef<HTMLButtonElement>(null);
  // Whoever leaves a panel is where it was opened.
  useEffect(() => back.current?.focus({ preventScroll: true }), []);
  const count = chosen.length;
  const boxes = chosen.map(({ box }) => `servings=${box.id}`).join("&");
  const possible = DOINGS.filter(({ doing }) => may(doing, chosen));
  return (
    <>
      <p role="status" className={count === 0 ? styles.how : "spoken"}>
        {count === 0
          ? canTick(plan)
            ? HOW
            : OVER
          : `${count} ${count === 1 ? "box is" : "boxes are"} selected.`}
      </p>
      {count > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: no fieldset, as it asks for nothing
        <div role="group" className={styles.bar} aria-label="With selected">
          <strong aria-hidden="true">{count}</strong>
          {possible.map(({ doing, label }, at) => (
            <button
              key={doing}
              ref={doing === state.left ? back : undefined}
              type="button"
              className={at === 0 ? undefined : "secondary"}
              onClick={() => state.begin(doing)}
            >
              {label}
            </button>
          ))}
          {mayChangeBoxes(chosen) && (
            <a className="button secondary" href={`${plan.address}box?${boxes}`}>
              Change box
            </a>
          )}
          {possible.length === 0 && !mayChangeBoxes(chosen) && (
            <span>There is no action for all of these at once.</span>
          )}
          <button type="button" className="quiet" onClick={onUntick}>
            Clear selection
          </button>
        </div>
      )}
    </>
  );
}
