import { type Dispatch, memo, useId, useReducer, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { rules } from "~/shared/catalogue/rules";
import { weeklyMenu, weeklyPortions } from "~/shared/catalogue/weeklyMenu";
import {
  type ComboChange,
  type ComboSelection,
  changeCombos,
  NO_COMBOS,
} from "~/shared/domain/combos/selection";
import { amountText } from "~/shared/domain/facts";
import { priceCombos } from "~/shared/domain/pricing/combos";
import { describeLowerTotal, lowerTotalWithExtraItem } from "~/shared/domain/pricing/hint";
import { toPaise } from "~/shared/domain/pricing/paise";
import { amountOfDay } from "~/shared/domain/weekly/selectedMeals";
import { type Slots, slotCount } from "~/shared/domain/weekly/slots";
import {
  entryTitle,
  MEALS,
  menuEntries,
  WEEKS,
  type WeekId,
  weekLabel,
} from "~/shared/domain/weekly/weeklyMenu";
import { formatRupees } from "~/shared/lib/text";
import { Button } from "~/shared/ui/Button";
import { Checkbox } from "~/shared/ui/Checkbox";
import { Carousel } from "~/shared/ui/carousel/Carousel";
import { DeferredContent } from "~/shared/ui/DeferredContent";
import { Dialog } from "~/shared/ui/Dialog";
import { Notice } from "~/shared/ui/Notice";
import { footBar } from "~/shared/ui/stickyBar";
import { ComboTotals } from "~/storefront/features/combos/ComboTotals";
import { COMBO_TOPIC } from "~/storefront/features/combos/comboText";
import { handoverOf } from "~/storefront/features/combos/handover";
import { paths } from "~/storefront/paths";
import { DeliveryNote } from "~/storefront/product/DeliveryNote";
import { DietFilter } from "~/storefront/product/DietFilter";
import { AllergensLink, ChoiceNote, PlanChoices } from "~/storefront/product/PlanNotes";
import { RestoreSelection } from "~/storefront/product/RestoreSelection";
import { WeekHead } from "~/storefront/product/SelectAll";
import summary from "~/storefront/product/SummaryCard.module.css";
import { isSlotSoldOut } from "~/storefront/product/soldOutSlots";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import styles from "./ComboPicker.module.css";
import { MealTable } from "./MealTable";
import { usePersistedSelection } from "./usePersistedSelection";

const { itemsPerMeal, minimumItems } = rules.combos;
const MEAL_NAMES = menuEntries(weeklyMenu).map(entryTitle);

function reduce(selection: ComboSelection, change: ComboChange): ComboSelection {
  return changeCombos(selection, change, itemsPerMeal, isSlotSoldOut);
}

export { description } from "./description";

/** The weekly/monthly combo picker (specification, section 2). */
export default function ComboPicker() {
  const navigate = useNavigate();
  const [selection, dispatch] = useReducer(reduce, NO_COMBOS);
  const [tooFew, setTooFew] = useState(false);
  const weeks = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const abandoned = usePersistedSelection(selection, dispatch);

  function proceed(): void {
    if (slotCount(selection.slots) < minimumItems) {
      setTooFew(true);
      return;
    }
    void navigate(paths.combosForm(), {
      state: handoverOf(selection.slots, weeklyMenu, holdsText(selection.slots)),
    });
  }

  /** Another week starts at its top. */
  function onChooseWeek(): void {
    if ((weeks.current?.getBoundingClientRect().top ?? 0) < 0) weeks.current?.scrollIntoView();
  }

  const slideOf = (week: WeekId) => <WeekSlide week={week} slots={selection.slots} dispatch={dispatch} />;

  return (
    <div className={styles.screen}>
      <header className={styles.intro}>
        <h1 ref={heading} tabIndex={-1}>
          Weekly &amp; Monthly Combos
        </h1>
        <p>
          Pick {minimumItems} meals or more over four weeks, {rupees(rules.combos.itemPrice)} each.{" "}
          {rules.combos.discounts
            .map(({ fromItems, off }) => `${fromItems} or more: ${rupees(off)} off. `)
            .join("")}
        </p>
        <ChoiceNote names={MEAL_NAMES} />
        <PlanChoices here={{ id: "combos" }} />
        <AllergensLink />
        <DeliveryNote />
        <RestoreSelection {...abandoned} heading={heading} />
        <WithoutScript what="Picking meals" topic={COMBO_TOPIC} />
      </header>
      <div className={styles.columns}>
        <div ref={weeks} className={styles.weeks}>
          <DietFilter>
            <div className={styles.all}>
              <Checkbox
                label="Select All Weeks"
                checked={selection.allWeeks}
                onChange={(on) => dispatch({ kind: "allWeeks", on })}
              />
            </div>
            <Carousel
              label="Four weeks of meals"
              controls="above"
              onChoose={onChooseWeek}
              className={styles.carousel}
              slides={WEEKS.map((week, place) => ({
                label: weekLabel(week),
                announcement: `${weekLabel(week)} of ${WEEKS.length}`,
                content: place === 0 ? slideOf(week) : <DeferredContent>{slideOf(week)}</DeferredContent>,
              }))}
            />
          </DietFilter>
        </div>
        <ComboSummary slots={selection.slots} onProceed={proceed} />
      </div>
      <MinimumItemsDialog open={tooFew} onClose={() => setTooFew(false)} />
    </div>
  );
}

function rupees(amount: number): string {
  return formatRupees(toPaise(amount));
}

/** "Each day: 410 to 890 kcal, 30 to 64 g protein."; "" where it is not known. */
function holdsText(slots: Slots): string {
  const amount = amountOfDay(slots, weeklyMenu, weeklyPortions);
  return amount ? `Each day: ${amountText(amount, ", ")}.` : "";
}

interface ComboSummaryProps {
  slots: Slots;
  onProceed: () => void;
}

/** The total and the button to continue (specification, section 2). On phones a sticky bar at the bottom. */
function ComboSummary({ slots, onProceed }: ComboSummaryProps) {
  const headingId = useId();
  const count = slotCount(slots);
  const holds = holdsText(slots);
  const price = priceCombos(count, rules.combos);
  const hint = lowerTotalWithExtraItem(count, rules.combos);
  return (
    <section
      ref={count > 0 ? footBar : undefined}
      aria-labelledby={headingId}
      className={styles.summary}
      data-empty={count === 0 || undefined}
    >
      <h2 id={headingId} className={styles.title}>
        Order Summary
      </h2>
      <div role="status" className={styles.status}>
        <ComboTotals count={count} {...price} className={styles.totals} />
        {count < minimumItems && <p className={summary.holds}>{missingText(count)}</p>}
        {hint && <Notice>{describeLowerTotal(hint, "item")}</Notice>}
      </div>
      {holds && <p className={summary.holds}>{holds}</p>}
      <Button block disabled={count === 0} onClick={onProceed}>
        Proceed to Order Form
      </Button>
    </section>
  );
}

/** "6 meals at least: 5 more." */
function missingText(count: number): string {
  return `${minimumItems} meals at least${count > 0 ? `: ${minimumItems - count} more` : ""}.`;
}

/** Tells that a combo order needs more items (specification, sections 4 and 8). */
function MinimumItemsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="A few more, please"
      actions={<Button onClick={onClose}>OK</Button>}
    >
      <p>Please select at least {rules.combos.minimumItems} items to proceed with the order!</p>
    </Dialog>
  );
}

interface WeekSlideProps {
  week: WeekId;
  slots: Slots;
  dispatch: Dispatch<ComboChange>;
}

/** One week: its select-all box and the tables of its three meals. */
const WeekSlide = memo(function WeekSlide({ week, slots, dispatch }: WeekSlideProps) {
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
