import { useEffect, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { selectedMeals } from "~/shared/domain/weekly/selectedMeals";
import { changeSlots, NO_SLOTS, type SlotChange, type Slots, weekState } from "~/shared/domain/weekly/slots";
import { entryTitle, menuEntries, WEEKS, weekLabel } from "~/shared/domain/weekly/weeklyMenu";
import { Button } from "~/shared/ui/Button";
import { FootBar } from "~/shared/ui/FootBar";
import { paths } from "~/storefront/paths";
import { DietFilter } from "~/storefront/product/DietFilter";
import { AllergensLink, ChoiceNote, PlanChoices, PlanPrice } from "~/storefront/product/PlanNotes";
import { RestoreSelection } from "~/storefront/product/RestoreSelection";
import { isSlotSoldOut } from "~/storefront/product/soldOutSlots";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import { WeekCard } from "./MenuTable";
import { DAYS_PER_MEAL, usePersistedSlots } from "./usePersistedSlots";
import styles from "./WeeklyMenuSection.module.css";

type Change = SlotChange | { readonly kind: "restore"; readonly slots: Slots };

function reduce(slots: Slots, change: Change): Slots {
  return change.kind === "restore" ? change.slots : changeSlots(slots, change, DAYS_PER_MEAL, isSlotSoldOut);
}

/** Weeks 1 to 3 are shown, and week 4 on request (specification, section 2: menu selection tables). */
const LAST_WEEK = WEEKS[3];
const SHOWN_WEEKS = WEEKS.slice(0, -1);
const MEAL_NAMES = menuEntries(weeklyMenu).map(entryTitle);

/** The menu selection tables; selected days become items of the review screen (specification, section 2). */
export function WeeklyMenuSection() {
  const navigate = useNavigate();
  const [slots, dispatch] = useReducer(reduce, NO_SLOTS);
  const [allWeeks, setAllWeeks] = useState(false);
  const printing = usePrinting();
  const focusDue = useRef(false);
  const section = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const weeks = useRef<HTMLUListElement>(null);
  const selectedItems = selectedMeals(slots, weeklyMenu);

  const abandoned = usePersistedSlots({ slots, allWeeks }, section, weeks, (persisted) => {
    dispatch({ kind: "restore", slots: persisted.slots });
    setAllWeeks(persisted.allWeeks || weekState(persisted.slots, LAST_WEEK, DAYS_PER_MEAL) !== "none");
  });

  function showLastWeek(): void {
    focusDue.current = true;
    setAllWeeks(true);
  }

  function takeFocus(heading: HTMLHeadingElement | null): void {
    if (focusDue.current) heading?.focus();
    focusDue.current = false;
  }

  function subscribe(): void {
    void navigate(paths.customerChoiceSubmit(), { state: { selectedItems } });
  }

  return (
    <section ref={section} id="weekly-menu" aria-labelledby="menu-title" className={styles.section}>
      <div className={styles.head}>
        <h2 ref={title} id="menu-title" tabIndex={-1}>
          Weekly Menu
        </h2>
        <p>Pick the days you’d like over four weeks, then subscribe.</p>
        <PlanPrice weekly />
        <ChoiceNote names={MEAL_NAMES} />
        <PlanChoices besides="weekly" />
        <AllergensLink />
        <RestoreSelection {...abandoned} heading={title} />
        <WithoutScript what="Picking days" topic={{ about: "a meal subscription" }} />
      </div>
      <DietFilter>
        <ul ref={weeks} className={styles.weeks}>
          {(allWeeks || printing ? WEEKS : SHOWN_WEEKS).map((week) => (
            <li key={week}>
              <WeekCard
                week={week}
                slots={slots}
                dispatch={dispatch}
                heading={week === LAST_WEEK ? takeFocus : undefined}
              />
            </li>
          ))}
        </ul>
      </DietFilter>
      {!allWeeks && (
        <div className={styles.more}>
          <Button variant="secondary" onClick={showLastWeek}>
            Show {weekLabel(LAST_WEEK).toLowerCase()}
          </Button>
        </div>
      )}
      <SubscribeBar count={selectedItems.length} onSubscribe={subscribe} />
    </section>
  );
}

interface SubscribeBarProps {
  count: number;
  onSubscribe: () => void;
}

/** The number of selected meals and the button to continue. */
function SubscribeBar({ count, onSubscribe }: SubscribeBarProps) {
  return (
    <FootBar
      empty={count === 0}
      className={styles.bar}
      status={count === 0 ? "Pick a day to start." : `${count} ${count === 1 ? "meal" : "meals"} picked`}
    >
      <Button disabled={count === 0} onClick={onSubscribe}>
        Subscribe with these meals
      </Button>
    </FootBar>
  );
}

/** True while printing, so that collapsed content can be printed. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser lays out the print as soon as the listener returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return printing;
}
