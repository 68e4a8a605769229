import { type Dispatch, memo, useId } from "react";
import { weeklyMenu } from "~/catalogue/weeklyMenu";
import type { ComboChange } from "~/domain/combos/selection";
import { MEAL_LABELS, type MealId, type WeekId, weekLabel } from "~/domain/weekly/weeklyMenu";
import { Checkbox } from "~/ui/Checkbox";
import { ComboRow } from "./ComboRow";
import styles from "./MealTable.module.css";

export interface MealTableProps {
  week: WeekId;
  meal: MealId;
  tickedDays: readonly number[];
  dispatch: Dispatch<ComboChange>;
}

/**
 * The six combos of one meal. A table to those who listen, cards to those who look: the roles are written out,
 * because some browsers no longer take a table drawn as a grid for one.
 */
export const MealTable = memo(function MealTable({ week, meal, tickedDays, dispatch }: MealTableProps) {
  const headingId = useId();
  const entries = weeklyMenu[week][meal];
  const all = tickedDays.length === entries.length;
  return (
    <section aria-labelledby={headingId}>
      <div className={styles.head}>
        <h3 id={headingId}>{MEAL_LABELS[meal]}</h3>
        <Checkbox
          label={`Select All ${MEAL_LABELS[meal]}`}
          checked={all}
          indeterminate={!all && tickedDays.length > 0}
          onChange={(on) => dispatch({ kind: "meal", week, meal, on })}
        />
      </div>
      <table role="table" className={styles.table}>
        <caption className={styles.hidden}>{`${weekLabel(week)}, ${MEAL_LABELS[meal]}`}</caption>
        <thead role="rowgroup" className={styles.hidden}>
          <tr role="row">
            <th role="columnheader" scope="col">
              Picture
            </th>
            <th role="columnheader" scope="col">
              Day
            </th>
            <th role="columnheader" scope="col">
              Items and protein
            </th>
            <th role="columnheader" scope="col">
              Select
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" className={styles.cards}>
          {entries.map((entry, day) => (
            <ComboRow
              key={entry.day}
              week={week}
              meal={meal}
              day={day}
              entry={entry}
              ticked={tickedDays.includes(day)}
              dispatch={dispatch}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
});
