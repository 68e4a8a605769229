import { type Dispatch, memo } from "react";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import type { SlotChange } from "~/shared/domain/weekly/slots";
import { MEAL_LABELS, type MealId, type WeekId, weekLabel } from "~/shared/domain/weekly/weeklyMenu";
import { MealHead } from "~/storefront/product/SelectAll";
import { MenuDay } from "./MenuDay";
import styles from "./MenuTable.module.css";

export interface MenuTableProps {
  week: WeekId;
  meal: MealId;
  selectedDays: readonly number[];
  dispatch: Dispatch<SlotChange>;
}

/** The six days of one meal (specification, section 2 "Menu selection tables"). */
export const MenuTable = memo(function MenuTable({ week, meal, selectedDays, dispatch }: MenuTableProps) {
  const entries = weeklyMenu[week][meal];
  return (
    <div className={styles.meal}>
      <MealHead week={week} meal={meal} selectedDays={selectedDays} dispatch={dispatch}>
        <h4 className={styles.name}>{MEAL_LABELS[meal]}</h4>
      </MealHead>
      <table className={styles.table}>
        <caption className={styles.hidden}>{`${weekLabel(week)}, ${MEAL_LABELS[meal]}`}</caption>
        <thead>
          <tr>
            <th scope="col">S.no</th>
            <th scope="col">Day</th>
            <th scope="col">Item</th>
            <th scope="col">Protein</th>
            <th scope="col">Select Day</th>
          </tr>
        </thead>
        {entries.map((entry, day) => (
          <MenuDay
            key={entry.day}
            week={week}
            meal={meal}
            day={day}
            entry={entry}
            selected={selectedDays.includes(day)}
            dispatch={dispatch}
          />
        ))}
      </table>
    </div>
  );
});
