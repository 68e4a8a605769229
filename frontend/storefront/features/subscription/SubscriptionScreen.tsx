import { useId } from "react";
import { Link } from "react-router";
import { freeDeliveryKm } from "~/shared/catalogue/place";
import { rules } from "~/shared/catalogue/rules";
import { planNameOf } from "~/shared/domain/subscription/request";
import type { SelectedItem } from "~/shared/domain/subscription/selectedItem";
import { isWeeklyMeal, mealGroups } from "~/shared/domain/weekly/selectedMeals";
import { Button, LinkButton } from "~/shared/ui/Button";
import { SelectField, TextArea } from "~/shared/ui/Field";
import fields from "~/shared/ui/Field.module.css";
import { EmailField, FirstNameField, LastNameField, PhoneField } from "~/shared/ui/PersonFields";
import { useHydrated } from "~/storefront/hydration/useHydrated";
import { paths } from "~/storefront/paths";
import { ChangeLink } from "~/storefront/product/ChangeLink";
import { DeliveryNote } from "~/storefront/product/DeliveryNote";
import { MarkedName } from "~/storefront/product/DietMark";
import { DishPicture } from "~/storefront/product/DishPicture";
import { FailureNote } from "~/storefront/product/FailureNote";
import { ChoiceNote, PlanPrice } from "~/storefront/product/PlanNotes";
import { AllergyNote, NextStep, SubmitButton } from "~/storefront/product/SubmitButton";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import styles from "./SubscriptionScreen.module.css";
import { useSubscription } from "./useSubscription";

export const description = `Your selected meals and the form to subscribe to them. Free delivery within ${freeDeliveryKm} km.`;

/**
 * The selected meals and the form that subscribes to them (specification, section 2 "Selected-meals review and
 * subscription form"). It depends on navigation state: a shell renders first.
 */
export default function SubscriptionScreen() {
  const hydrated = useHydrated();
  return (
    <div className={styles.screen}>
      <header className={styles.intro}>
        <h1>Your Selected Meals</h1>
        <DeliveryNote />
        <WithoutScript what="This form" topic={{ about: "a meal subscription" }} />
      </header>
      {hydrated ? <Review /> : <div className={styles.shell} aria-hidden="true" />}
    </div>
  );
}

function Review() {
  const subscription = useSubscription();
  const { items } = subscription;
  return (
    <>
      {items.length > 0 && (
        <div>
          <PlanPrice weekly={items.every(isWeeklyMeal)} />
          <ChoiceNote names={items.map(({ title }) => title)} />
        </div>
      )}
      <SelectedMeals items={items} onChange={subscription.carry} />
      <SubscriptionForm subscription={subscription} />
    </>
  );
}

/** The subscription form. `noValidate`, because missing fields have a message of their own. */
function SubscriptionForm({ subscription }: { subscription: ReturnType<typeof useSubscription> }) {
  const { items, needsMeals, field, carry, failure, sending, onSubmit, onCancel } = subscription;
  const headingId = useId();
  return (
    <form method="post" noValidate aria-labelledby={headingId} className={fields.card} onSubmit={onSubmit}>
      <h2 id={headingId} className={styles.title}>
        Meal Subscription Form
      </h2>
      <FirstNameField {...field("firstName")} />
      <LastNameField {...field("lastName")} />
      <PhoneField {...field("phone")} />
      <EmailField {...field("email")} />
      <div className={fields.wide}>
        <PlanName items={items} />
      </div>
      <div className={fields.wide}>
        <SelectField
          label="Plan Duration"
          {...field("planDuration")}
          options={rules.planDurations}
          placeholder="-- Select Duration --"
          hint={
            items.some(({ id }) => id.startsWith("W"))
              ? "Each meal comes once, in the week that you picked it for. We agree by phone on what follows."
              : undefined
          }
        />
      </div>
      <div className={fields.wide}>
        <AllergyNote />
      </div>
      {needsMeals && (
        <p className={fields.wide}>
          No meals yet.{" "}
          <Link to={paths.customerChoice()} onClick={carry}>
            Choose your meals first
          </Link>
        </p>
      )}
      <div className={styles.buttons}>
        <SubmitButton size="lg" busy={sending}>
          Submit
        </SubmitButton>
        <Button size="lg" variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <NextStep kind="subscription" className={styles.next} />
      <FailureNote failure={failure} />
    </form>
  );
}

function PlanName({ items }: { items: readonly SelectedItem[] }) {
  return (
    <TextArea
      label="Plan Name"
      name="planName"
      value={planNameOf(items)}
      onChange={() => {}}
      hint="The meals you selected."
      rows={2}
      readOnly
    />
  );
}

/** Cards whose pictures are in view at once on most screens. */
const EAGER_CARDS = 6;

interface SelectedMealsProps {
  items: readonly SelectedItem[];
  /** Called when the visitor follows the link to change them. */
  onChange: () => void;
}

function SelectedMeals({ items, onChange }: SelectedMealsProps) {
  if (items.length === 0) return <NoMeals />;
  const menu = items.some(isWeeklyMeal) ? paths.mealSubscription() : paths.customerChoice();
  return (
    <>
      <p className={styles.change}>
        <ChangeLink what="meals" to={menu} selectedItems={items} onLeave={onChange} />
      </p>
      {mealGroups(items).map(({ label, meals }, group) => (
        <div key={label} className={styles.group}>
          <h2 className={styles.groupTitle}>
            {label}{" "}
            <span className={styles.count}>{meals.length === 1 ? "1 meal" : `${meals.length} meals`}</span>
          </h2>
          <ul className={styles.cards}>
            {meals.map((item, index) => (
              <MealCard key={item.id} item={item} eager={group === 0 && index < EAGER_CARDS} />
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

function MealCard({ item, eager }: { item: SelectedItem; eager: boolean }) {
  return (
    <li className={styles.card}>
      <div>
        <DishPicture image={item.image} sizes="6rem" eager={eager} className={styles.image} />
      </div>
      <div className={styles.text}>
        <p className={styles.category}>{item.category}</p>
        <h3 className={styles.selectedMealsTitle}>
          <MarkedName name={item.title} />
        </h3>
        <p className={styles.desc}>{item.desc}</p>
      </div>
    </li>
  );
}

function NoMeals() {
  return (
    <div className={styles.none}>
      <p>No meals selected.</p>
      <LinkButton to={paths.customerChoice()} variant="secondary">
        Choose meals
      </LinkButton>
    </div>
  );
}
