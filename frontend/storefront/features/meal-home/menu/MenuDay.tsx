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
import { soldOutNotes, WeeklyItemName } from "~/storefront/product/WeeklyItemName";
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
  const id = useId();
  const soldOut = soldOutNotes(entry.items, id);
  const isLocked = soldOut !== undefined && !selected;
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
        <td>{first && <WeeklyItemName name={first.name} noteId={`${id}-0`} />}</td>
        <td>{first?.protein}</td>
        <td rowSpan={rows} className={styles.select}>
          <Checkbox
            labelHidden
            label={`${entry.day}, ${weekLabel(week)} ${meal}: ${entryTitle(entry)}`}
            describedBy={soldOut ?? dimmed.describedBy}
            checked={selected}
            disabled={isLocked}
            onChange={select}
          />
        </td>
      </tr>
      {others.map(({ img, name, protein }, index) => (
        <tr key={img}>
          <td>
            <WeeklyItemName name={name} noteId={`${id}-${index + 1}`} />
          </td>
          <td>{protein}</td>
        </tr>
      ))}
    </tbody>
  );
});
