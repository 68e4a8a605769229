import { type Dispatch, memo } from "react";
import type { ComboChange } from "~/shared/domain/combos/selection";
import type { Slots } from "~/shared/domain/weekly/slots";
import { MEALS, type WeekId, weekLabel } from "~/shared/domain/weekly/weeklyMenu";
import { DeferredContent } from "~/shared/ui/DeferredContent";
import { WeekHead } from "~/storefront/product/SelectAll";
import { MealTable } from "./MealTable";
import styles from "./WeekSlide.module.css";

export interface WeekSlideProps {
  week: WeekId;
  slots: Slots;
  dispatch: Dispatch<ComboChange>;
}

/** One week: its select-all box and the tables of its three meals. */
export const WeekSlide = memo(function WeekSlide({ week, slots, dispatch }: WeekSlideProps) {
  const [first, ...others] = MEALS.map((meal) => (
    <MealTable key={meal} week={week} meal={meal} selectedDays={slots[week][meal]} dispatch={dispatch} />
  ));
  return (
    <div className={styles.week}>
      <WeekHead week={week} slots={slots} dispatch={dispatch} className={styles.head}>
        <h2>{weekLabel(week)}</h2>
      </WeekHead>
      {first}
      <DeferredContent>{others}</DeferredContent>
    </div>
  );
});
