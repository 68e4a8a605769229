import { useLayoutEffect, useReducer } from "react";
import { useLocation, useNavigate } from "react-router";
import { weeklyMenu } from "~/catalogue/weeklyMenu";
import { selectedMeals } from "~/domain/weekly/selectedMeals";
import { changeSlots, NO_SLOTS, readSlots, type SlotChange, type Slots } from "~/domain/weekly/slots";
import { WEEKS } from "~/domain/weekly/weeklyMenu";
import { paths } from "~/routes/paths";
import { DAYS_PER_MEAL } from "./daysPerMeal";
import { SubscribeBar } from "./SubscribeBar";
import { WeekCard } from "./WeekCard";
import styles from "./WeeklyMenuSection.module.css";

type Change = SlotChange | { readonly kind: "restore"; readonly slots: Slots };

function reduce(slots: Slots, change: Change): Slots {
  return change.kind === "restore" ? change.slots : changeSlots(slots, change, DAYS_PER_MEAL);
}

/** The menu selection tables; ticked days go along to the review screen as selected items (specification, section 2). */
export function WeeklyMenuSection() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [slots, dispatch] = useReducer(reduce, NO_SLOTS);
  const selectedItems = selectedMeals(slots, weeklyMenu);

  useLayoutEffect(() => {
    const kept = readSlots(state?.slots, DAYS_PER_MEAL);
    if (kept) dispatch({ kind: "restore", slots: kept });
  }, [state]);

  function subscribe(): void {
    // Kept in this entry of the history too, so that coming back finds the ticks as they were.
    void navigate(paths.mealSubscription(), { replace: true, state: { slots } });
    void navigate(paths.customerChoiceSubmit(), { state: { selectedItems } });
  }

  return (
    <section id="weekly-menu" aria-labelledby="menu-title" className={styles.section}>
      <div className={styles.head}>
        <h2 id="menu-title">Weekly Menu</h2>
        <p>Tick the days you would like, over four weeks, and subscribe with them.</p>
      </div>
      <ul className={styles.weeks}>
        {WEEKS.map((week) => (
          <li key={week}>
            <WeekCard week={week} slots={slots} dispatch={dispatch} />
          </li>
        ))}
      </ul>
      <SubscribeBar count={selectedItems.length} onSubscribe={subscribe} />
    </section>
  );
}
