import { isWeeklyMeal } from "~/shared/domain/weekly/selectedMeals";
import { useHydrated } from "~/storefront/hydration/useHydrated";
import { DeliveryNote } from "~/storefront/product/DeliveryNote";
import { ChoiceNote, PlanPrice } from "~/storefront/product/PlanNotes";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import { SelectedMeals } from "./SelectedMeals";
import { SubscriptionForm } from "./SubscriptionForm";
import styles from "./SubscriptionScreen.module.css";
import { useSubscription } from "./useSubscription";

/**
 * The selected meals and the form that subscribes to them (specification, section 2 "Selected-meals review and
 * subscription form"). It depends on navigation state: a shell renders first.
 */
export function SubscriptionScreen() {
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
