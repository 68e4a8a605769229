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
import { MarkedName } from "~/storefront/product/MarkedName";
import { SoldOutNote } from "~/storefront/product/SoldOutNote";
import { isSlotSoldOut } from "~/storefront/product/soldOutSlots";
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
  const isSoldOut = isSlotSoldOut({ week, meal }, day);
  const noteId = useId();
  const isLocked = isSoldOut && !selected;
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
        {isSoldOut && <SoldOutNote id={noteId} text="Sold out" />}
      </td>
      <td className={styles.select}>
        <Checkbox
          labelHidden
          label={`${dayName}, ${weekLabel(week)} ${meal}: ${entryTitle(entry)}`}
          describedBy={isSoldOut ? noteId : dimmed.describedBy}
          checked={selected}
          disabled={isLocked}
          onChange={select}
        />
      </td>
    </tr>
  );
});
