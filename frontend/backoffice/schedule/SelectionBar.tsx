import { useEffect, useRef } from "react";
import type { Plan } from "./plan";
import { canChangeBoxes, isAllowed, PLAN_ACTIONS } from "./planActions";
import styles from "./schedule.module.css";
import type { PlanActionState } from "./usePlanAction";
import { hasSelectableBox } from "./weeks";

const INSTRUCTIONS = "Select days to skip, move or change.";
const NOT_CHANGEABLE = "These weeks can no longer be changed.";

export interface SelectionBarProps {
  plan: Plan;
  state: PlanActionState;
  onClear: () => void;
}

/** The actions available for the selected boxes; instructions while none is selected. */
export function SelectionBar({ plan, state, onClear }: SelectionBarProps) {
  const { selected } = state;
  const returnFocus = useRef<HTMLButtonElement>(null);
  // After cancelling, the focus returns to the button that opened the panel.
  useEffect(() => returnFocus.current?.focus({ preventScroll: true }), []);
  const count = selected.length;
  const query = selected.map(({ box }) => `servings=${box.id}`).join("&");
  const actions = PLAN_ACTIONS.filter(({ action }) => isAllowed(action, selected));
  return (
    <>
      <p role="status" className={count === 0 ? "hint" : "visually-hidden"}>
        {count === 0
          ? hasSelectableBox(plan)
            ? INSTRUCTIONS
            : NOT_CHANGEABLE
          : `${count} ${count === 1 ? "box is" : "boxes are"} selected.`}
      </p>
      {count > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: it has no form fields, so it is no fieldset
        <div role="group" className={styles.bar} aria-label="With selected">
          <strong aria-hidden="true">{count}</strong>
          {actions.map(({ action, label }, at) => (
            <button
              key={action}
              ref={action === state.cancelledAction ? returnFocus : undefined}
              type="button"
              className={at === 0 ? undefined : "secondary"}
              onClick={() => state.start(action)}
            >
              {label}
            </button>
          ))}
          {canChangeBoxes(selected) && (
            <a className="button secondary" href={`${plan.address}box?${query}`}>
              Change box
            </a>
          )}
          {actions.length === 0 && !canChangeBoxes(selected) && (
            <span>There is no action for all of these at once.</span>
          )}
          <button type="button" className="quiet" onClick={onClear}>
            Clear selection
          </button>
        </div>
      )}
    </>
  );
}
