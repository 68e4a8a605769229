import { type Dispatch, memo } from "react";
import { rules } from "~/catalogue/rules";
import type { ComboChange } from "~/domain/combos/selection";
import { type Slots, weekTicked } from "~/domain/weekly/slots";
import { MEALS, type WeekId, weekLabel } from "~/domain/weekly/weeklyMenu";
import { Checkbox } from "~/ui/Checkbox";
import { MealTable } from "./MealTable";
import styles from "./WeekSlide.module.css";

export interface WeekSlideProps {
  week: WeekId;
  slots: Slots;
  dispatch: Dispatch<ComboChange>;
}

/** One week: its select-all box and the tables of its three meals. */
export const WeekSlide = memo(function WeekSlide({ week, slots, dispatch }: WeekSlideProps) {
  const ticked = weekTicked(slots, week, rules.combos.itemsPerMeal);
  return (
    <div className={styles.week}>
      <div className={styles.head}>
        <h2>{weekLabel(week)}</h2>
        <Checkbox
          label={`Select All (${weekLabel(week)})`}
          checked={ticked === "all"}
          indeterminate={ticked === "some"}
          onChange={(on) => dispatch({ kind: "week", week, on })}
        />
      </div>
      {MEALS.map((meal) => (
        <MealTable key={meal} week={week} meal={meal} tickedDays={slots[week][meal]} dispatch={dispatch} />
      ))}
    </div>
  );
});
