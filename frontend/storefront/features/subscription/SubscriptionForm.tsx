import { useId } from "react";
import { Link } from "react-router";
import { rules } from "~/shared/catalogue/rules";
import { planNameOf } from "~/shared/domain/subscription/request";
import type { SelectedItem } from "~/shared/domain/subscription/selectedItem";
import { Button } from "~/shared/ui/Button";
import { EmailField, FirstNameField, LastNameField, PhoneField } from "~/shared/ui/PersonFields";
import { SelectField } from "~/shared/ui/SelectField";
import { TextArea } from "~/shared/ui/TextArea";
import { paths } from "~/storefront/paths";
import { FailureNote } from "~/storefront/product/FailureNote";
import { NextStep } from "~/storefront/product/NextStep";
import { SubmitButton } from "~/storefront/product/SubmitButton";
import styles from "./SubscriptionForm.module.css";
import type { useSubscription } from "./useSubscription";

/** The subscription form. `noValidate`, because missing fields have a message of their own. */
export function SubscriptionForm({ subscription }: { subscription: ReturnType<typeof useSubscription> }) {
  const { items, needsMeals, field, carry, failure, sending, onSubmit, onCancel } = subscription;
  const headingId = useId();
  return (
    <form method="post" noValidate aria-labelledby={headingId} className={styles.form} onSubmit={onSubmit}>
      <h2 id={headingId} className={styles.title}>
        Meal Subscription Form
      </h2>
      <FirstNameField {...field("firstName")} />
      <LastNameField {...field("lastName")} />
      <PhoneField {...field("phone")} />
      <EmailField {...field("email")} />
      <div className={styles.wide}>
        <PlanName items={items} />
      </div>
      <div className={styles.wide}>
        <SelectField
          label="Plan Duration"
          {...field("planDuration")}
          options={rules.planDurations}
          placeholder="-- Select Duration --"
        />
      </div>
      {needsMeals && (
        <p className={styles.wide}>
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
