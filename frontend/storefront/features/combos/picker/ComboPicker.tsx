import { useReducer, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { rules } from "~/shared/catalogue/rules";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import {
  type ComboChange,
  type ComboSelection,
  changeCombos,
  NO_COMBOS,
} from "~/shared/domain/combos/selection";
import { toPaise } from "~/shared/domain/pricing/paise";
import { slotCount } from "~/shared/domain/weekly/slots";
import { entryTitle, menuEntries, WEEKS, type WeekId, weekLabel } from "~/shared/domain/weekly/weeklyMenu";
import { formatRupees } from "~/shared/lib/money";
import { Checkbox } from "~/shared/ui/Checkbox";
import { Carousel } from "~/shared/ui/carousel/Carousel";
import { DeferredContent } from "~/shared/ui/DeferredContent";
import { paths } from "~/storefront/paths";
import { DeliveryNote } from "~/storefront/product/DeliveryNote";
import { DietFilter } from "~/storefront/product/DietFilter";
import { ChoiceNote, PlanChoices } from "~/storefront/product/PlanNotes";
import { RestoreSelection } from "~/storefront/product/RestoreSelection";
import { isSlotSoldOut } from "~/storefront/product/soldOutSlots";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import { COMBO_TOPIC } from "../comboText";
import { handoverOf } from "../handover";
import styles from "./ComboPicker.module.css";
import { ComboSummary } from "./ComboSummary";
import { MinimumItemsDialog } from "./MinimumItemsDialog";
import { usePersistedSelection } from "./usePersistedSelection";
import { WeekSlide } from "./WeekSlide";

const { itemsPerMeal, minimumItems } = rules.combos;
const MEAL_NAMES = menuEntries(weeklyMenu).map(entryTitle);

function reduce(selection: ComboSelection, change: ComboChange): ComboSelection {
  return changeCombos(selection, change, itemsPerMeal, isSlotSoldOut);
}

/** The weekly/monthly combo picker (specification, section 2). */
export function ComboPicker() {
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
    void navigate(paths.combosForm(), { state: handoverOf(selection.slots, weeklyMenu) });
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
          Tick the meals you would like over four weeks, {rupees(rules.combos.itemPrice)} each.{" "}
          {rules.combos.discounts
            .map(({ fromItems, off }) => `${fromItems} or more: ${rupees(off)} off. `)
            .join("")}
        </p>
        <ChoiceNote names={MEAL_NAMES} />
        <PlanChoices besides="combos" />
        <DeliveryNote />
        <RestoreSelection
          offered={abandoned.offered}
          onRestore={abandoned.restoreAbandoned}
          onForget={abandoned.discard}
          heading={heading}
        />
        <WithoutScript what="Ticking meals" topic={COMBO_TOPIC} />
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
        <ComboSummary count={slotCount(selection.slots)} onProceed={proceed} />
      </div>
      <MinimumItemsDialog open={tooFew} onClose={() => setTooFew(false)} />
    </div>
  );
}

function rupees(amount: number): string {
  return formatRupees(toPaise(amount));
}
