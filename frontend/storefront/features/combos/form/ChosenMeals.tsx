import { useId } from "react";
import { displayDay } from "~/shared/domain/combos/dayNames";
import {
  MEAL_LABELS,
  MEALS,
  type MealId,
  WEEKS,
  type WeekId,
  weekLabel,
} from "~/shared/domain/weekly/weeklyMenu";
import { DishPicture } from "~/storefront/product/DishPicture";
import { MarkedName } from "~/storefront/product/MarkedName";
import { ChoiceNote } from "~/storefront/product/PlanNotes";
import type { ComboHandover, MealImage } from "../handover";
import styles from "./ChosenMeals.module.css";

/** The selected items by week and meal, with pictures and day names; empty weeks and meals are skipped. */
export function ChosenMeals({ handover }: { handover: ComboHandover }) {
  const headingId = useId();
  const chosen = (week: WeekId) => MEALS.filter((meal) => handover.selectedItems[week][meal].length > 0);
  return (
    <section aria-labelledby={headingId} className={styles.chosen}>
      <h2 id={headingId}>Your Selected Meals</h2>
      <ChoiceNote names={namesOf(handover)} />
      {WEEKS.filter((week) => chosen(week).length > 0).map((week) => (
        <div key={week} className={styles.week}>
          <h3>{weekLabel(week)}</h3>
          {chosen(week).map((meal) => (
            <ChosenDays key={meal} meal={meal} handover={handover} week={week} />
          ))}
        </div>
      ))}
    </section>
  );
}

function namesOf({ selectedItems, mealImages }: ComboHandover): readonly string[] {
  return WEEKS.flatMap((week) =>
    MEALS.flatMap((meal) =>
      selectedItems[week][meal].flatMap(
        (day) => mealImages[week][meal][day]?.pictures.map(({ name }) => name) ?? [],
      ),
    ),
  );
}

function ChosenDays({ week, meal, handover }: { week: WeekId; meal: MealId; handover: ComboHandover }) {
  return (
    <div className={styles.meal}>
      <h4 className={styles.mealName}>{MEAL_LABELS[meal]}</h4>
      <ul className={styles.days}>
        {handover.selectedItems[week][meal].map((index) => (
          <ChosenDay key={index} index={index} image={handover.mealImages[week][meal][index]} />
        ))}
      </ul>
    </div>
  );
}

function ChosenDay({ index, image }: { index: number; image: MealImage | undefined }) {
  return (
    <li className={styles.day}>
      {image && image.pictures.length > 0 && (
        <span className={styles.pictures}>
          {image.pictures.map(({ img }) => (
            <DishPicture key={img} image={img} sizes="4rem" className={styles.picture} />
          ))}
        </span>
      )}
      <span className={styles.text}>
        <b>{displayDay(image?.day, index)}</b>
        {image?.pictures.map(({ img, name }) => (
          <MarkedName key={img} name={name} />
        ))}
      </span>
    </li>
  );
}
