import { type Dispatch, type Ref, useId } from "react";
import type { SlotChange, Slots } from "~/shared/domain/weekly/slots";
import { MEALS, type WeekId, weekLabel } from "~/shared/domain/weekly/weeklyMenu";
import { WeekHead } from "~/storefront/product/SelectAll";
import { MenuTable } from "./MenuTable";
import styles from "./WeekCard.module.css";

export interface WeekCardProps {
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
