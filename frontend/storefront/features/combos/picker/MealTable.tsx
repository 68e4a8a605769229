import { memo, useId } from "react";
import { weeklyPortions } from "~/shared/catalogue/weeklyMenu";
import { displayDay } from "~/shared/domain/combos/selection";
import { energyText } from "~/shared/domain/facts";
import { MEAL_LABELS, weekLabel } from "~/shared/domain/weekly/weeklyMenu";
import { classNames } from "~/shared/lib/classNames";
import frame from "~/shared/ui/SelectableCard.module.css";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { MarkedName } from "~/storefront/product/DietMark";
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
  const { className, onClick, checkbox, notes } = useMealDay(props, dayName);
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
            <li key={img} className={styles.item}>
              <Alternatives name={name} protein={protein} />
              {notes[index]}
            </li>
          ))}
        </ul>
      </td>
      <td className={styles.select}>{checkbox}</td>
    </tr>
  );
});

/**
 * The alternatives of an item, each drawn above what it holds. They are read as the menu names them: "Idli / Podi Idli",
 * then what each holds.
 */
function Alternatives({ name, protein }: { name: string; protein: string }) {
  const names = name.split(BETWEEN);
  return (
    <>
      <span className={styles.names}>
        {names.map((each, index) => (
          <span key={each}>
            <MarkedName name={each} />
            {index < names.length - 1 && <span className={styles.slash}>{BETWEEN}</span>}
          </span>
        ))}
      </span>{" "}
      <span className={styles.holds}>
        {holdsTexts(name, protein).map((each, index) => (
          <span key={names[index]}>
            {index > 0 && <span className={visuallyHidden.text}>{BETWEEN}</span>}
            {each}
          </span>
        ))}
      </span>
    </>
  );
}

const BETWEEN = " / ";

/**
 * For each alternative "28g protein, about 410 kcal": the protein that the menu states for it or for all, else the
 * recipe's, and the recipe's energy.
 */
export function holdsTexts(name: string, protein: string): readonly string[] {
  const names = name.split(BETWEEN);
  const stated = protein.split(BETWEEN);
  return names.map((_name, index) => {
    const portion = weeklyPortions[name]?.[index];
    const own = stated.length === names.length ? stated[index] : protein;
    const grams = own === "-" ? portion && `${portion[1]}g` : own;
    return [...(grams ? [`${grams} protein`] : []), ...(portion ? [energyText(portion)] : [])].join(", ");
  });
}
