import { type Dispatch, memo, useId } from "react";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import type { ComboChange } from "~/shared/domain/combos/selection";
import { MEAL_LABELS, type MealId, type WeekId, weekLabel } from "~/shared/domain/weekly/weeklyMenu";
import { MealHead } from "~/storefront/product/SelectAll";
import { ComboRow } from "./ComboRow";
import styles from "./MealTable.module.css";

export interface MealTableProps {
  week: WeekId;
  meal: MealId;
  selectedDays: readonly number[];
  dispatch: Dispatch<ComboChange>;
}

/** The six combos of one meal: a table for screen readers, styled as cards. */
export const MealTable = memo(function MealTable({ week, meal, selectedDays, dispatch }: MealTableProps) {
  const headingId = useId();
  const entries = weeklyMenu[week][meal];
  return (
    <section aria-labelledby={headingId}>
      <MealHead
        week={week}
        meal={meal}
        selectedDays={selectedDays}
        dispatch={dispatch}
        className={styles.head}
      >
        <h3 id={headingId}>{MEAL_LABELS[meal]}</h3>
      </MealHead>
      <table className={styles.table}>
        <caption className={styles.hidden}>{`${weekLabel(week)}, ${MEAL_LABELS[meal]}`}</caption>
        <thead className={styles.hidden}>
          <tr>
            <th scope="col">Picture</th>
            <th scope="col">Day</th>
            <th scope="col">Items and protein</th>
            <th scope="col">Select</th>
          </tr>
        </thead>
        <tbody className={styles.cards}>
          {entries.map((entry, day) => (
            <ComboRow
              key={entry.day}
              week={week}
              meal={meal}
              day={day}
              entry={entry}
              selected={selectedDays.includes(day)}
              dispatch={dispatch}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
});
