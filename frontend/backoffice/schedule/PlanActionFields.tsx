import { useId } from "react";
import type { Plan } from "./plan";
import type { PlanAction } from "./planActions";
import type { PlanActionState } from "./usePlanAction";

export interface PlanActionFieldsProps {
  action: PlanAction;
  plan: Plan;
  state: PlanActionState;
}

/** The fields that an action needs besides the selected boxes. */
export function PlanActionFields({ action, plan, state }: PlanActionFieldsProps) {
  const { values, change } = state;
  if (action === "move")
    return (
      <DateField
        label="New day"
        hint="Or tap a day above."
        value={values.to}
        min={plan.today}
        onChange={(to) => change({ to })}
      />
    );
  if (action === "forfeit")
    return (
      <label className="check">
        <input
          type="checkbox"
          checked={values.replaceBox}
          onChange={(event) => change({ replaceBox: event.target.checked })}
        />
        Replace it: add one box at the end
      </label>
    );
  if (action !== "pause") return null;
  return (
    <div className="fields">
      <DateField
        label="First day off"
        value={values.first}
        min={plan.today}
        onChange={(first) => change({ first })}
      />
      <DateField
        label="Last day off"
        hint="Leave empty to pause until resumed."
        value={values.last}
        min={values.first}
        onChange={(last) => change({ last })}
      />
      {plan.tracks.length > 1 && (
        <fieldset className="field">
          <legend>Meals</legend>
          {plan.tracks.map(({ meal, label }) => (
            <label key={meal} className="check">
              <input
                type="checkbox"
                checked={values.meals.includes(meal)}
                onChange={(event) =>
                  change({
                    meals: event.target.checked
                      ? [...values.meals, meal]
                      : values.meals.filter((other) => other !== meal),
                  })
                }
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

interface DateFieldProps {
  label: string;
  hint?: string;
  value: string;
  min: string;
  onChange: (value: string) => void;
}

function DateField({ label, hint, value, min, onChange }: DateFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        min={min}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
