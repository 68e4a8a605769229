import { useId } from "react";
import type { Doing } from "./doings";
import type { Plan } from "./plan";
import type { State } from "./useDoing";

export interface DoingFieldsProps {
  doing: Doing;
  plan: Plan;
  state: State;
}

/** What is to be filled in besides the boxes. */
export function DoingFields({ doing, plan, state }: DoingFieldsProps) {
  const { values, change } = state;
  if (doing === "move")
    return (
      <DateField
        label="New day"
        hint="Or tap a day above."
        value={values.to}
        min={plan.today}
        onChange={(to) => change({ to })}
      />
    );
  if (doing === "forfeit")
    return (
      <label className="check">
        <input
          type="checkbox"
          checked={values.makeUp}
          onChange={(event) => change({ makeUp: event.target.checked })}
        />
        Replace it: add one box at the end
      </label>
    );
  if (doing !== "pause") return null;
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
