import { type Dispatch, memo, useId } from "react";
import { displayDay } from "~/shared/domain/combos/dayNames";
import type { ComboChange } from "~/shared/domain/combos/selection";
import {
  entryTitle,
  type MealId,
  type WeekId,
  type WeeklyEntry,
  weekLabel,
} from "~/shared/domain/weekly/weeklyMenu";
import { classNames } from "~/shared/lib/classNames";
import { isBesideLabel } from "~/shared/lib/isBesideLabel";
import { Checkbox } from "~/shared/ui/Checkbox";
import frame from "~/shared/ui/SelectableCard.module.css";
import { useDimmed } from "~/storefront/product/DietFilter";
import { DishPicture } from "~/storefront/product/DishPicture";
import { soldOutNotes, WeeklyItemName } from "~/storefront/product/WeeklyItemName";
import styles from "./ComboRow.module.css";

export interface ComboRowProps {
  week: WeekId;
  meal: MealId;
  /** 0 is Monday. */
  day: number;
  entry: WeeklyEntry;
  selected: boolean;
  dispatch: Dispatch<ComboChange>;
}

/** One combo; a click anywhere on the row toggles it. Memoized: a change renders only its own row. */
export const ComboRow = memo(function ComboRow({
  week,
  meal,
  day,
  entry,
  selected,
  dispatch,
}: ComboRowProps) {
  const dayName = displayDay(entry.day, day);
  const dimmed = useDimmed(entry);
  const id = useId();
  const soldOut = soldOutNotes(entry.items, id);
  const isLocked = soldOut !== undefined && !selected;
  const select = (isSelected: boolean) => dispatch({ kind: "day", week, meal, day, on: isSelected });
  return (
    // The checkbox serves the keyboard.
    <tr
      className={classNames(frame.card, styles.row, dimmed.className)}
      onClick={(event) => !isLocked && isBesideLabel(event) && select(!selected)}
    >
      <td className={styles.pictures}>
        {entry.items.map(({ img }) => (
          <DishPicture key={img} image={img} sizes="(min-width: 48rem) 9rem, 25vw" />
        ))}
      </td>
      <th scope="row" className={styles.day}>
        {dayName}
      </th>
      <td className={styles.items}>
        <ul className={styles.list}>
          {entry.items.map(({ img, name, protein }, index) => (
            <li key={img}>
              <WeeklyItemName name={name} noteId={`${id}-${index}`} />
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
      <td className={styles.select}>
        <Checkbox
          labelHidden
          label={`${dayName}, ${weekLabel(week)} ${meal}: ${entryTitle(entry)}`}
          describedBy={soldOut ?? dimmed.describedBy}
          checked={selected}
          disabled={isLocked}
          onChange={select}
        />
      </td>
    </tr>
  );
});
