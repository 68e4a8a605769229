import { type Dispatch, memo, useId } from "react";
import { type Slots, weekCount } from "~/shared/domain/weekly/slots";
import { MEAL_LABELS, MEALS, type WeekId, weekLabel } from "~/shared/domain/weekly/weeklyMenu";
import { classNames } from "~/shared/lib/classNames";
import { ChevronIcon } from "~/shared/ui/icons";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { MarkedName } from "~/storefront/product/DietMark";
import { MealHead, WeekHead } from "~/storefront/product/SelectAll";
import { type MealDayProps, type MealDaysProps, mealDays, useMealDay } from "~/storefront/product/weeklyDay";
import styles from "./MenuTable.module.css";
import type { MenuChange } from "./menuState";
import { weekAnchor } from "./WeekLinks";

/** The six days of one meal (specification, section 2 "Menu selection tables"). */
const MenuTable = memo(function MenuTable(props: MealDaysProps) {
  const { week, meal } = props;
  return (
    <div className={styles.meal}>
      <MealHead {...props}>
        <h4 className={styles.name}>{MEAL_LABELS[meal]}</h4>
      </MealHead>
      <table className={styles.table}>
        <caption className={visuallyHidden.text}>{`${weekLabel(week)}, ${MEAL_LABELS[meal]}`}</caption>
        <thead>
          <tr>
            <th scope="col">S.no</th>
            <th scope="col">Day</th>
            <th scope="col">Item</th>
            <th scope="col">Protein</th>
            <th scope="col">Select Day</th>
          </tr>
        </thead>
        {mealDays(props).map((day) => (
          <MenuDay key={day.entry.day} {...day} />
        ))}
      </table>
    </div>
  );
});

/** One day: a line for each of its items, and one checkbox. */
const MenuDay = memo(function MenuDay(props: MealDayProps) {
  const { items, day: weekday } = props.entry;
  const [first, ...others] = items;
  const { className, onClick, checkbox, notes } = useMealDay(props, weekday);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the checkbox serves the keyboard
    <tbody className={classNames(styles.day, className)} onClick={onClick}>
      <tr>
        <td rowSpan={items.length}>{props.day + 1}</td>
        <th scope="rowgroup" rowSpan={items.length}>
          {weekday.slice(0, 3)}
          <span className={styles.rest}>{weekday.slice(3)}</span>
        </th>
        <td>
          <MarkedName name={first?.name ?? ""} /> {notes[0]}
        </td>
        <td>{first?.protein}</td>
        <td rowSpan={items.length} className={styles.select}>
          {checkbox}
        </td>
      </tr>
      {others.map(({ img, name, protein }, index) => (
        <tr key={img}>
          <td>
            <MarkedName name={name} /> {notes[index + 1]}
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
  /** Whether phones show the days. */
  isOpen: boolean;
  dispatch: Dispatch<MenuChange>;
}

/** One week's card: a select-all checkbox, and a table for each meal, which phones fold. */
export function WeekCard({ week, slots, isOpen, dispatch }: WeekCardProps) {
  const id = useId();
  const picked = weekCount(slots, week);
  return (
    <section id={weekAnchor(week)} aria-labelledby={`${id}-title`} className={styles.card}>
      <div className={styles.head}>
        <WeekHead week={week} slots={slots} dispatch={dispatch}>
          <h3 id={`${id}-title`} tabIndex={-1}>
            {weekLabel(week)}
          </h3>
        </WeekHead>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls={`${id}-days`}
          aria-describedby={`${id}-title`}
          onClick={() => dispatch({ kind: "fold", week, isOpen: !isOpen })}
        >
          {isOpen ? "Hide the days" : "Show the days"}
          {picked > 0 && <span className={styles.picked}>{picked} picked</span>}
          <ChevronIcon size={20} />
        </button>
      </div>
      <div id={`${id}-days`} className={styles.meals} data-folded={!isOpen || undefined}>
        {MEALS.map((meal) => (
          <MenuTable
            key={meal}
            week={week}
            meal={meal}
            selectedDays={slots[week][meal]}
            dispatch={dispatch}
          />
        ))}
      </div>
    </section>
  );
}
