import { type Dispatch, useId } from "react";
import { type SlotChange, type Slots, weekTicked } from "~/domain/weekly/slots";
import { MEALS, type WeekId, weekLabel } from "~/domain/weekly/weeklyMenu";
import { Checkbox } from "~/ui/Checkbox";
import { DAYS_PER_MEAL } from "./daysPerMeal";
import { MenuTable } from "./MenuTable";
import styles from "./WeekCard.module.css";

export interface WeekCardProps {
  week: WeekId;
  slots: Slots;
  dispatch: Dispatch<SlotChange>;
}

/** One week's card: its select-all box, checked when all three meals are full, and a table for each meal. */
export function WeekCard({ week, slots, dispatch }: WeekCardProps) {
  const headingId = useId();
  const ticked = weekTicked(slots, week, DAYS_PER_MEAL);
  return (
    <section aria-labelledby={headingId} className={styles.card}>
      <div className={styles.head}>
        <h3 id={headingId}>{weekLabel(week)}</h3>
        <Checkbox
          label={`Select All (${weekLabel(week)})`}
          checked={ticked === "all"}
          indeterminate={ticked === "some"}
          onChange={(on) => dispatch({ kind: "week", week, on })}
        />
      </div>
      {MEALS.map((meal) => (
        <MenuTable key={meal} week={week} meal={meal} tickedDays={slots[week][meal]} dispatch={dispatch} />
      ))}
    </section>
  );
}
