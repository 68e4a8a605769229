import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { selectedMeals } from "~/shared/domain/weekly/selectedMeals";
import { weekCount } from "~/shared/domain/weekly/slots";
import { entryTitle, menuEntries, WEEKS, type WeekId, weekLabel } from "~/shared/domain/weekly/weeklyMenu";
import { Button } from "~/shared/ui/Button";
import { FootBar } from "~/shared/ui/FootBar";
import { paths } from "~/storefront/paths";
import { DietFilter } from "~/storefront/product/DietFilter";
import { AllergensLink, ChoiceNote, PlanPrice } from "~/storefront/product/PlanNotes";
import { RestoreSelection } from "~/storefront/product/RestoreSelection";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import { WeekCard } from "./MenuTable";
import { changeMenu, INITIAL_MENU } from "./menuState";
import { usePersistedSlots } from "./usePersistedSlots";
import { WeekLinks, weekAnchor } from "./WeekLinks";
import styles from "./WeeklyMenuSection.module.css";

/** Weeks 1 to 3 are shown, and week 4 on request (specification, section 2: menu selection tables). */
const LAST_WEEK = WEEKS[3];
const SHOWN_WEEKS = WEEKS.slice(0, -1);
const MEAL_NAMES = menuEntries(weeklyMenu).map(entryTitle);

/** The menu selection tables; selected days become items of the review screen (specification, section 2). */
export function WeeklyMenuSection() {
  const navigate = useNavigate();
  const [{ slots, openWeeks }, dispatch] = useReducer(changeMenu, INITIAL_MENU);
  const [allWeeks, setAllWeeks] = useState(false);
  const printing = usePrinting();
  const section = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const selectedItems = selectedMeals(slots, weeklyMenu);
  const weeks = allWeeks || printing ? WEEKS : SHOWN_WEEKS;

  const abandoned = usePersistedSlots({ slots, openWeeks, allWeeks }, section, (persisted) => {
    dispatch({ kind: "restore", ...persisted });
    setAllWeeks(persisted.allWeeks || weekCount(persisted.slots, LAST_WEEK) > 0);
  });

  // The page was opened at a week, or its link was followed before hydration.
  useLayoutEffect(() => {
    const week = WEEKS.find((each) => window.location.hash === `#${weekAnchor(each)}`);
    if (week) dispatch({ kind: "fold", week, isOpen: true });
  }, []);

  function goToWeek(week: WeekId): void {
    flushSync(() => {
      if (week === LAST_WEEK) setAllWeeks(true);
      dispatch({ kind: "fold", week, isOpen: true });
    });
    const card = document.getElementById(weekAnchor(week));
    card?.scrollIntoView({ behavior: "instant" });
    card?.querySelector("h3")?.focus({ preventScroll: true });
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
        <AllergensLink />
        <RestoreSelection {...abandoned} heading={title} />
        <WithoutScript what="Picking days" topic={{ about: "a meal subscription" }} />
      </div>
      <DietFilter>
        <div>
          <WeekLinks weeks={weeks} onFollow={goToWeek} />
          <ul className={styles.weeks}>
            {weeks.map((week) => (
              <li key={week}>
                <WeekCard week={week} slots={slots} isOpen={openWeeks.includes(week)} dispatch={dispatch} />
              </li>
            ))}
          </ul>
        </div>
      </DietFilter>
      {!allWeeks && (
        <div className={styles.more}>
          <Button variant="secondary" onClick={() => goToWeek(LAST_WEEK)}>
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
