import { type Dispatch, memo, useId } from "react";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { type ComboChange, displayDay } from "~/shared/domain/combos/selection";
import {
  entryTitle,
  MEAL_LABELS,
  type MealId,
  type WeekId,
  type WeeklyEntry,
  weekLabel,
} from "~/shared/domain/weekly/weeklyMenu";
import { classNames } from "~/shared/lib/classNames";
import { isBesideLabel } from "~/shared/lib/fields";
import { Checkbox } from "~/shared/ui/Checkbox";
import frame from "~/shared/ui/SelectableCard.module.css";
import { useDimmed } from "~/storefront/product/DietFilter";
import { DishPicture } from "~/storefront/product/DishPicture";
import { MealHead } from "~/storefront/product/SelectAll";
import { soldOutNotes, WeeklyItemName } from "~/storefront/product/WeeklyItemName";
import styles from "./MealTable.module.css";

interface MealTableProps {
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

interface ComboRowProps {
  week: WeekId;
  meal: MealId;
  /** 0 is Monday. */
  day: number;
  entry: WeeklyEntry;
  selected: boolean;
  dispatch: Dispatch<ComboChange>;
}

/** One combo; a click anywhere on the row toggles it. Memoized: a change renders only its own row. */
const ComboRow = memo(function ComboRow({ week, meal, day, entry, selected, dispatch }: ComboRowProps) {
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
