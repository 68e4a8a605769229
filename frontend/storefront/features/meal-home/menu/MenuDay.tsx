import { type Dispatch, memo, useId } from "react";
import type { SlotChange } from "~/shared/domain/weekly/slots";
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
import { useDimmed } from "~/storefront/product/DietFilter";
import { MarkedName } from "~/storefront/product/MarkedName";
import { SoldOutNote } from "~/storefront/product/SoldOutNote";
import { isSlotSoldOut } from "~/storefront/product/soldOutSlots";
import styles from "./MenuDay.module.css";

export interface MenuDayProps {
  week: WeekId;
  meal: MealId;
  /** 0 is Monday. */
  day: number;
  entry: WeeklyEntry;
  selected: boolean;
  dispatch: Dispatch<SlotChange>;
}

/** One day: a line for each of its items, and one checkbox; a click anywhere on it toggles it. */
export const MenuDay = memo(function MenuDay({ week, meal, day, entry, selected, dispatch }: MenuDayProps) {
  const [first, ...others] = entry.items;
  const rows = entry.items.length;
  const dimmed = useDimmed(entry);
  const isSoldOut = isSlotSoldOut({ week, meal }, day);
  const noteId = useId();
  const isLocked = isSoldOut && !selected;
  const select = (isSelected: boolean) => dispatch({ kind: "day", week, meal, day, on: isSelected });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the checkbox serves the keyboard
    <tbody
      className={classNames(styles.day, dimmed.className)}
      onClick={(event) => !isLocked && isBesideLabel(event) && select(!selected)}
    >
      <tr>
        <td rowSpan={rows}>{day + 1}</td>
        <th scope="rowgroup" rowSpan={rows}>
          {entry.day.slice(0, 3)}
          <span className={styles.rest}>{entry.day.slice(3)}</span>
        </th>
        <td>
          {first && <MarkedName name={first.name} />}
          {isSoldOut && <SoldOutNote id={noteId} text="Sold out" />}
        </td>
        <td>{first?.protein}</td>
        <td rowSpan={rows} className={styles.select}>
          <Checkbox
            labelHidden
            label={`${entry.day}, ${weekLabel(week)} ${meal}: ${entryTitle(entry)}`}
            describedBy={isSoldOut ? noteId : dimmed.describedBy}
            checked={selected}
            disabled={isLocked}
            onChange={select}
          />
        </td>
      </tr>
      {others.map(({ img, name, protein }) => (
        <tr key={img}>
          <td>
            <MarkedName name={name} />
          </td>
          <td>{protein}</td>
        </tr>
      ))}
    </tbody>
  );
});
