import { type Dispatch, memo } from "react";
import { DishPicture } from "~/catalogue/DishPicture";
import { MarkedName } from "~/catalogue/MarkedName";
import { shownDay } from "~/domain/combos/dayNames";
import type { ComboChange } from "~/domain/combos/selection";
import {
  entryTitle,
  type MealId,
  type WeekId,
  type WeeklyEntry,
  weekLabel,
} from "~/domain/weekly/weeklyMenu";
import { isBesideLabel } from "~/lib/isBesideLabel";
import { Checkbox } from "~/ui/Checkbox";
import styles from "./ComboRow.module.css";

export interface ComboRowProps {
  week: WeekId;
  meal: MealId;
  /** 0 is Monday. */
  day: number;
  entry: WeeklyEntry;
  ticked: boolean;
  dispatch: Dispatch<ComboChange>;
}

/** One combo: its pictures, day, items and checkbox; a press anywhere on it ticks it, and draws only this row again. */
export const ComboRow = memo(function ComboRow({ week, meal, day, entry, ticked, dispatch }: ComboRowProps) {
  const dayName = shownDay(entry.day, day);
  const tick = (on: boolean) => dispatch({ kind: "day", week, meal, day, on });
  return (
    // The keyboard's way is the checkbox.
    <tr role="row" className={styles.row} onClick={(event) => isBesideLabel(event) && tick(!ticked)}>
      <td role="cell" className={styles.pictures}>
        {entry.items.map(({ img, name }) => (
          <DishPicture
            key={img}
            image={img}
            name={name}
            category={meal}
            sizes="(min-width: 48rem) 9rem, 25vw"
          />
        ))}
      </td>
      <th role="rowheader" scope="row" className={styles.day}>
        {dayName}
      </th>
      <td role="cell" className={styles.items}>
        <ul className={styles.list}>
          {entry.items.map(({ img, name, protein }) => (
            <li key={img}>
              <MarkedName name={name} />
              {protein !== "-" && (
                <>
                  {" "}
                  <span className={styles.protein}>{protein} protein</span>
                </>
              )}
            </li>
          ))}
        </ul>
      </td>
      <td role="cell" className={styles.select}>
        <Checkbox
          labelHidden
          label={`${dayName}, ${weekLabel(week)} ${meal}: ${entryTitle(entry)}`}
          checked={ticked}
          onChange={tick}
        />
      </td>
    </tr>
  );
});
