import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { rules } from "~/shared/catalogue/rules";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { shownDay } from "~/shared/domain/combos/dayNames";
import { mealTicked, type SlotChange, type SlotPlace, type Slots } from "~/shared/domain/weekly/slots";
import { entryTitle, MEAL_LABELS, MEALS, WEEKS, weekLabel } from "~/shared/domain/weekly/weeklyMenu";
import { classNames } from "~/shared/lib/classNames";
import { TickBox } from "~/shared/ui/TickBox";
import styles from "./phoneOrder.module.css";

export interface MealPickerProps {
  slots: Slots;
  onChange: (change: SlotChange) => void;
  error?: string | undefined;
}

/** Four weeks of three meals. Each meal is one stop of the tab key; within it the arrows go from box to box. */
export function MealPicker({ slots, onChange, error }: MealPickerProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={place} data-wrong={error && true}>
      <p id="meal-keys" className={styles.keys}>
        Tab goes from meal to meal, arrow keys from day to day, Space ticks.
      </p>
      {error && (
        <p id="meals-error" className={styles.wrong}>
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
                place={{ week, meal }}
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
  place: SlotPlace;
  slots: Slots;
  onChange: (change: SlotChange) => void;
  describedBy: string;
}

/** One meal of a week: all of it, or some of its six days. */
function Meal({ place, slots, onChange, describedBy }: MealProps) {
  const { week, meal } = place;
  const [stop, setStop] = useState(0);
  const group = useRef<HTMLFieldSetElement>(null);
  const all = mealTicked(slots, place, rules.combos.itemsPerMeal);

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Enter") event.preventDefault(); // it would send the form
    if (step === undefined) return;
    event.preventDefault();
    const boxes = [...(group.current?.querySelectorAll("input") ?? [])];
    boxes[(stop + step + boxes.length) % boxes.length]?.focus();
  }

  const box = (index: number) => ({ tabIndex: index === stop ? 0 : -1, onFocus: () => setStop(index) });
  return (
    <fieldset ref={group} className={styles.meal} aria-describedby={describedBy} onKeyDown={onKeyDown}>
      <legend>
        <span className="spoken">{weekLabel(week)}, </span>
        {MEAL_LABELS[meal]}
      </legend>
      <label className={styles.day}>
        <TickBox
          {...box(0)}
          ref={(input) => {
            if (input) input.indeterminate = all === "some";
          }}
          checked={all === "all"}
          onChange={(event) => onChange({ kind: "meal", ...place, on: event.target.checked })}
        />
        <b>All of this meal</b>
      </label>
      {weeklyMenu[week][meal].map((entry, day) => (
        <label key={entry.day} className={styles.day}>
          <TickBox
            {...box(day + 1)}
            checked={slots[week][meal].includes(day)}
            onChange={(event) => onChange({ kind: "day", ...place, day, on: event.target.checked })}
          />
          <span>
            <b>{shownDay(entry.day, day)}</b> <small>{entryTitle(entry)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
