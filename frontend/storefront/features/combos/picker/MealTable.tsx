import { memo, useId } from "react";
import { weeklyPortions } from "~/shared/catalogue/weeklyMenu";
import { displayDay } from "~/shared/domain/combos/selection";
import { energyText, proteinText } from "~/shared/domain/facts";
import { MEAL_LABELS, weekLabel } from "~/shared/domain/weekly/weeklyMenu";
import { classNames } from "~/shared/lib/classNames";
import frame from "~/shared/ui/SelectableCard.module.css";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { DishPicture } from "~/storefront/product/DishPicture";
import { MealHead } from "~/storefront/product/SelectAll";
import { type MealDayProps, type MealDaysProps, mealDays, useMealDay } from "~/storefront/product/weeklyDay";
import styles from "./MealTable.module.css";

/** The six combos of one meal: a table for screen readers, styled as cards. */
export const MealTable = memo(function MealTable(props: MealDaysProps) {
  const { week, meal } = props;
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <MealHead {...props} className={styles.head}>
        <h3 id={headingId}>{MEAL_LABELS[meal]}</h3>
      </MealHead>
      <table className={styles.table}>
        <caption className={visuallyHidden.text}>{`${weekLabel(week)}, ${MEAL_LABELS[meal]}`}</caption>
        <thead className={visuallyHidden.text}>
          <tr>
            <th scope="col">Picture</th>
            <th scope="col">Day</th>
            <th scope="col">Items and protein</th>
            <th scope="col">Select</th>
          </tr>
        </thead>
        <tbody className={styles.cards}>
          {mealDays(props).map((day) => (
            <ComboRow key={day.entry.day} {...day} />
          ))}
        </tbody>
      </table>
    </section>
  );
});

/** One combo. Memoized: a change renders only its own row. */
const ComboRow = memo(function ComboRow(props: MealDayProps) {
  const { items, day: weekday } = props.entry;
  const dayName = displayDay(weekday, props.day);
  const { className, onClick, checkbox, names } = useMealDay(props, dayName);
  return (
    // The checkbox serves the keyboard.
    <tr className={classNames(frame.card, styles.row, className)} onClick={onClick}>
      <td className={styles.pictures}>
        {items.map(({ img }) => (
          <DishPicture key={img} image={img} sizes="(min-width: 48rem) 9rem, 25vw" />
        ))}
      </td>
      <th scope="row" className={styles.day}>
        {dayName}
      </th>
      <td className={styles.items}>
        <ul className={styles.list}>
          {items.map(({ img, name, protein }, index) => (
            <li key={img}>
              {names[index]} <span className={styles.holds}>{holdsText(name, protein)}</span>
            </li>
          ))}
        </ul>
      </td>
      <td className={styles.select}>{checkbox}</td>
    </tr>
  );
});

/** "28g / 10g protein · about 410 / 260 kcal": the protein that the menu states, else that of the recipes, and their energy. */
function holdsText(name: string, protein: string): string {
  const portions = weeklyPortions[name];
  const stated = protein === "-" ? portions && proteinText(portions) : protein;
  return [...(stated ? [`${stated} protein`] : []), ...(portions ? [energyText(portions)] : [])].join(" · ");
}
