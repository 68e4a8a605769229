import { useId } from "react";
import { useLocation } from "react-router";
import { useStore } from "zustand";
import { freeDeliveryKm } from "~/shared/catalogue/place";
import { rules } from "~/shared/catalogue/rules";
import { displayDay } from "~/shared/domain/combos/selection";
import { deliveryHoursNote } from "~/shared/domain/delivery";
import { toPaise } from "~/shared/domain/pricing/paise";
import { slotCount } from "~/shared/domain/weekly/slots";
import {
  MEAL_LABELS,
  MEALS,
  type MealId,
  WEEKS,
  type WeekId,
  weekLabel,
} from "~/shared/domain/weekly/weeklyMenu";
import { formatRupees } from "~/shared/lib/text";
import { Button, LinkButton } from "~/shared/ui/Button";
import { Dialog } from "~/shared/ui/Dialog";
import { TextField } from "~/shared/ui/Field";
import { FormWithSummary } from "~/shared/ui/FormWithSummary";
import layout from "~/shared/ui/FormWithSummary.module.css";
import { CheckIcon } from "~/shared/ui/icons";
import { EmptyNotice } from "~/shared/ui/Notice";
import { ComboTotals } from "~/storefront/features/combos/ComboTotals";
import { COMBO_TOPIC, describeCombo } from "~/storefront/features/combos/comboText";
import { type ComboHandover, type MealImage, readHandover } from "~/storefront/features/combos/handover";
import { useHydrated } from "~/storefront/hydration/useHydrated";
import { paths } from "~/storefront/paths";
import { ChangeLink } from "~/storefront/product/ChangeLink";
import { AddressFields, CustomerFields } from "~/storefront/product/CustomerFields";
import { MarkedName } from "~/storefront/product/DietMark";
import { DishPicture } from "~/storefront/product/DishPicture";
import { FailureNote } from "~/storefront/product/FailureNote";
import { ChoiceNote } from "~/storefront/product/PlanNotes";
import { AllergyNote, NextStep, SubmitButton } from "~/storefront/product/SubmitButton";
import { SummaryCard } from "~/storefront/product/SummaryCard";
import summary from "~/storefront/product/SummaryCard.module.css";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import { receiptStore } from "~/storefront/state/receipt/store";
import styles from "./ComboFormScreen.module.css";
import { SENT, useComboForm } from "./useComboForm";

export const description = `Delivery details of your weekly and monthly combos. Free delivery within ${freeDeliveryKm} km.`;

/** The combo order form (specification, section 2). Navigation state exists only after hydration: a shell renders first. */
export default function ComboFormScreen() {
  const hydrated = useHydrated();
  const { state } = useLocation();
  const handover = hydrated ? readHandover(state) : null;
  return (
    <div className={layout.screen}>
      <h1 className={layout.title}>Weekly &amp; Monthly Order Form</h1>
      <WithoutScript what="This form" topic={COMBO_TOPIC} />
      {!hydrated && <div className={styles.shell} aria-hidden="true" />}
      {handover && <ComboForm handover={handover} />}
      {hydrated && !handover && (
        <EmptyNotice
          title="No Items Selected!"
          text={`Your order starts with the four weeks: pick at least ${rules.combos.minimumItems} meals, then come back here.`}
          action={<LinkButton to={paths.combos()}>Back to Combos</LinkButton>}
        />
      )}
    </div>
  );
}

/** Fields, summary, button, and the selected meals. */
export function ComboForm({ handover }: { handover: ComboHandover }) {
  const form = useComboForm(handover);
  return (
    <>
      <FormWithSummary
        noValidate
        onSubmit={form.onSubmit}
        fields={
          <>
            <ComboFields form={form} />
            <AllergyNote />
          </>
        }
        summary={<ComboFormSummary handover={handover} days={form.days} onLeave={form.carry} />}
        total={formatRupees(toPaise(handover.finalAmount))}
        submit={<SubmitOrder form={form} />}
        note={<NextStep kind="order" />}
      />
      <ChosenMeals handover={handover} />
      <SentDialog open={form.sent} onHome={form.goHome} />
    </>
  );
}

/** After a failure the button stays disabled with "Submitting..." (section 4). */
function SubmitOrder({ form: { phase, failure } }: { form: ReturnType<typeof useComboForm> }) {
  return (
    <>
      <SubmitButton overBar size="lg" block busy={phase === "sending"} disabled={phase !== "idle"}>
        {phase === "idle" ? "Submit Order" : "Submitting..."}
      </SubmitButton>
      <FailureNote failure={failure} action={<ReloadButton />} overBar />
    </>
  );
}

/** All fields are required, the last name too (specification, section 5 "Combo form"); names are the payload's. */
function ComboFields({ form }: { form: Pick<ReturnType<typeof useComboForm>, "field" | "meals"> }) {
  const { field, meals } = form;
  const time = field("deliveryTime");
  return (
    <>
      <CustomerFields field={field} lastName="required" />
      <TextField
        label="Delivery Time"
        {...time}
        required
        type="time"
        hint="When should we deliver?"
        note={deliveryHoursNote(time.value, meals)}
      />
      <AddressFields field={field} />
    </>
  );
}

/** Reloads after a failed submit: the history entry keeps the selection and the form values. */
function ReloadButton() {
  return (
    <>
      Nothing you typed is lost, and it won’t count twice.
      <Button variant="quiet" className={styles.reload} onClick={() => window.location.reload()}>
        Reload to try again, your selection is kept
      </Button>
    </>
  );
}

interface ComboFormSummaryProps {
  handover: ComboHandover;
  /** Days of the order, fixed by the rules: the days of each week of the menu. */
  days: number;
  /** Called when the visitor follows the link to change the meals. */
  onLeave: () => void;
}

/** The order summary, from the picker's navigation state. */
export function ComboFormSummary({ handover, days, onLeave }: ComboFormSummaryProps) {
  const finalAmount = toPaise(handover.finalAmount);
  const discount = toPaise(handover.discount);
  return (
    <SummaryCard
      topic={COMBO_TOPIC}
      order={describeCombo(handover)}
      change={
        <ChangeLink
          what="meals"
          to={paths.combos()}
          selectedItems={handover.selectedItems}
          onLeave={onLeave}
        />
      }
    >
      <p className={styles.days}>
        <span>Days</span>{" "}
        <span>
          <b>{days}</b> a week at most: those that you picked
        </span>
      </p>
      {days < rules.days.min && <p className={styles.error}>Minimum {rules.days.min} days required.</p>}
      <ComboTotals
        count={slotCount(handover.selectedItems)}
        basePrice={finalAmount + discount}
        discount={discount}
        finalAmount={finalAmount}
      />
      {handover.holds && <p className={summary.holds}>{handover.holds}</p>}
    </SummaryCard>
  );
}

/** The selected items by week and meal, with pictures and day names; empty weeks and meals are skipped. */
function ChosenMeals({ handover }: { handover: ComboHandover }) {
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
      <ul className={styles.chosenMealsDays}>
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

/** Confirms the order, over the page's receipt; closing it in any way leads back to the combos. */
function SentDialog({ open, onHome }: { open: boolean; onHome: () => void }) {
  const reference = useStore(receiptStore, ({ receipts }) => receipts[0]?.reference);
  return (
    <Dialog open={open} onClose={onHome} title={SENT} actions={<Button onClick={onHome}>Go to Home</Button>}>
      <p className={styles.thanks}>
        <CheckIcon size={22} />
        Thank you for your order.
      </p>
      {reference && (
        <p>
          Reference <b>{reference}</b>
        </p>
      )}
      <NextStep kind="order" />
    </Dialog>
  );
}
