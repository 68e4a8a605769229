import { type Dispatch, memo, type Ref, useId } from "react";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import type { SlotChange, Slots } from "~/shared/domain/weekly/slots";
import {
  entryTitle,
  MEAL_LABELS,
  MEALS,
  type MealId,
  type WeekId,
  type WeeklyEntry,
  weekLabel,
} from "~/shared/domain/weekly/weeklyMenu";
import { classNames } from "~/shared/lib/classNames";
import { isBesideLabel } from "~/shared/lib/fields";
import { Checkbox } from "~/shared/ui/Checkbox";
import { useDimmed } from "~/storefront/product/DietFilter";
import { MealHead, WeekHead } from "~/storefront/product/SelectAll";
import { soldOutNotes, WeeklyItemName } from "~/storefront/product/WeeklyItemName";
import styles from "./MenuTable.module.css";

interface MenuTableProps {
  week: WeekId;
  meal: MealId;
  selectedDays: readonly number[];
  dispatch: Dispatch<SlotChange>;
}

/** The six days of one meal (specification, section 2 "Menu selection tables"). */
const MenuTable = memo(function MenuTable({ week, meal, selectedDays, dispatch }: MenuTableProps) {
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

interface MenuDayProps {
  week: WeekId;
  meal: MealId;
  /** 0 is Monday. */
  day: number;
  entry: WeeklyEntry;
  selected: boolean;
  dispatch: Dispatch<SlotChange>;
}

/** One day: a line for each of its items, and one checkbox; a click anywhere on it toggles it. */
const MenuDay = memo(function MenuDay({ week, meal, day, entry, selected, dispatch }: MenuDayProps) {
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

interface WeekCardProps {
  week: WeekId;
  slots: Slots;
  dispatch: Dispatch<SlotChange>;
  /** Ref of the heading, to focus it. */
  heading?: Ref<HTMLHeadingElement> | undefined;
}

/** One week's card: a select-all checkbox and a table for each meal. */
export function WeekCard({ week, slots, dispatch, heading }: WeekCardProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.card}>
      <WeekHead week={week} slots={slots} dispatch={dispatch} className={styles.head}>
        <h3 ref={heading} id={headingId} tabIndex={heading ? -1 : undefined}>
          {weekLabel(week)}
        </h3>
      </WeekHead>
      {MEALS.map((meal) => (
        <MenuTable key={meal} week={week} meal={meal} selectedDays={slots[week][meal]} dispatch={dispatch} />
      ))}
    </section>
  );
}
