import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { rules } from "~/shared/catalogue/rules";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { displayDay } from "~/shared/domain/combos/selection";
import { mealState, type SlotChange, type SlotPlace, type Slots } from "~/shared/domain/weekly/slots";
import { entryTitle, MEAL_LABELS, MEALS, WEEKS, weekLabel } from "~/shared/domain/weekly/weeklyMenu";
import { classNames } from "~/shared/lib/classNames";
import { CheckboxInput } from "~/shared/ui/Checkbox";
import styles from "./phoneOrder.module.css";

export interface MealPickerProps {
  slots: Slots;
  onChange: (change: SlotChange) => void;
  error?: string | undefined;
}

/** Four weeks of three meals. Each meal is one tab stop (roving tabindex); arrow keys move between its checkboxes. */
export function MealPicker({ slots, onChange, error }: MealPickerProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={container} data-invalid={error && true}>
      <p id="meal-keys" className={`hint ${styles.keys}`}>
        Tab goes from meal to meal, arrow keys from day to day, Space ticks.
      </p>
      {error && (
        <p id="meals-error" className="wrong">
          {error}
        </p>
      )}
      {WEEKS.map((week) => (
        <section key={week} className={styles.week} aria-label={weekLabel(week)}>
          <h2 className={styles.heading}>{weekLabel(week)}</h2>
          <div className={styles.meals}>
            {MEALS.map((meal) => (
              <Meal
                key={meal}
                container={{ week, meal }}
                slots={slots}
                onChange={onChange}
                describedBy={classNames("meal-keys", error && "meals-error")}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

interface MealProps {
  container: SlotPlace;
  slots: Slots;
  onChange: (change: SlotChange) => void;
  describedBy: string;
}

/** One meal of a week: a checkbox for all days and one for each of its six days. */
function Meal({ container, slots, onChange, describedBy }: MealProps) {
  const { week, meal } = container;
  const [tabStop, setStop] = useState(0);
  const group = useRef<HTMLFieldSetElement>(null);
  const selectionState = mealState(slots, container, rules.combos.itemsPerMeal);

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Enter") event.preventDefault(); // it would submit the form
    if (step === undefined) return;
    event.preventDefault();
    const boxes = [...(group.current?.querySelectorAll("input") ?? [])];
    boxes[(tabStop + step + boxes.length) % boxes.length]?.focus();
  }

  const checkboxProps = (index: number) => ({
    tabIndex: index === tabStop ? 0 : -1,
    onFocus: () => setStop(index),
  });
  return (
    <fieldset ref={group} aria-describedby={describedBy} onKeyDown={onKeyDown}>
      <legend>
        <span className="visually-hidden">{weekLabel(week)}, </span>
        {MEAL_LABELS[meal]}
      </legend>
      <label className={styles.day}>
        <CheckboxInput
          {...checkboxProps(0)}
          ref={(input) => {
            if (input) input.indeterminate = selectionState === "some";
          }}
          checked={selectionState === "all"}
          onChange={(event) => onChange({ kind: "meal", ...container, on: event.target.checked })}
        />
        <b>All of this meal</b>
      </label>
      {weeklyMenu[week][meal].map((entry, day) => (
        <label key={entry.day} className={styles.day}>
          <CheckboxInput
            {...checkboxProps(day + 1)}
            checked={slots[week][meal].includes(day)}
            onChange={(event) => onChange({ kind: "day", ...container, day, on: event.target.checked })}
          />
          <span>
            <b>{displayDay(entry.day, day)}</b> <small>{entryTitle(entry)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
