import { useLayoutEffect, useState } from "react";
import { rules } from "~/shared/catalogue/rules";
import { deliveryHoursNote, describeDays } from "~/shared/domain/delivery";
import { type Dish, MEAL_SECTIONS } from "~/shared/domain/menu";
import { orderableDays } from "~/shared/domain/pricing/dayOrders";
import { Button } from "~/shared/ui/Button";
import { Checkbox, CheckboxGroup } from "~/shared/ui/Checkbox";
import { TextField } from "~/shared/ui/Field";
import fields from "~/shared/ui/Field.module.css";
import { Notice } from "~/shared/ui/Notice";
import { AddressFields, CustomerFields } from "~/storefront/product/CustomerFields";
import styles from "./OrderFields.module.css";
import { discardRejected, rejectedOrder } from "./rejectedOrder";
import type { useOrderForm } from "./useOrderForm";
import { type OrderFormValues, selectedMeals } from "./values";

const BOUNDS = `From ${rules.days.min} to ${rules.days.max} days.`;

interface OrderFieldsProps {
  form: Pick<
    ReturnType<typeof useOrderForm>,
    "values" | "change" | "field" | "phase" | "daysError" | "mealsError"
  >;
  dishes: readonly Dish[];
  listsDishes: boolean;
}

/** The fields of an order form, in the specification's order and wording (section 2); names are the payload's. */
export function OrderFields({ form, dishes, listsDishes }: OrderFieldsProps) {
  const { values, change, field, daysError } = form;
  const days = orderableDays(values.days, rules);
  return (
    <>
      {form.phase === "idle" && <RestoreOrder onRestore={change} />}
      <CustomerFields field={field} lastName="optional" />
      <TextField
        label="Timing"
        {...field("timing")}
        required
        type="time"
        hint="When should we deliver?"
        note={deliveryHoursNote(values.timing, selectedMeals(values))}
      />
      <MealSection form={form} />
      <TextField
        label="Selected Item Count"
        name="selectedItemCount"
        value={String(dishes.length)}
        readOnly
      />
      <TextField
        label="Select Days"
        {...field("days")}
        name="date"
        required
        type="number"
        inputMode="numeric"
        min={rules.days.min}
        max={rules.days.max}
        step={1}
        hint={days === null ? BOUNDS : `${BOUNDS} ${describeDays(days)}`}
        error={daysError}
      />
      {listsDishes && <DishNames dishes={dishes} />}
      <AddressFields field={field} />
    </>
  );
}

function MealSection({ form: { values, change, mealsError } }: Pick<OrderFieldsProps, "form">) {
  return (
    <CheckboxGroup legend="Meal Section" error={mealsError}>
      {MEAL_SECTIONS.map(({ id, label }) => (
        <Checkbox
          key={id}
          name={id}
          label={label}
          checked={values.meals[id]}
          onChange={(isSelected) => change(({ meals }) => ({ meals: { ...meals, [id]: isSelected } }))}
        />
      ))}
    </CheckboxGroup>
  );
}

function DishNames({ dishes }: { dishes: readonly Dish[] }) {
  return (
    <div className={fields.wide}>
      <h2 className={styles.heading}>Selected Items</h2>
      <ul className={styles.dishes}>
        {dishes.map((dish) => (
          <li key={dish.id}>{dish.name}</li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Offers to restore the values of the last rejected order, whose form the specification empties. If its dishes were
 * restored on the menu, the values are filled in immediately.
 */
function RestoreOrder({ onRestore }: { onRestore: (values: OrderFormValues) => void }) {
  const [rejected] = useState(rejectedOrder);
  const [isRestored, setIsRestored] = useState(rejected?.restored ?? false);

  useLayoutEffect(() => {
    if (!rejected || !isRestored) return;
    onRestore(rejected.values);
    discardRejected();
  }, [rejected, isRestored]);

  if (!rejected || (isRestored && !rejected.restored)) return null;
  return (
    <div className={styles.offer}>
      <Notice>
        We couldn’t accept your last order: {rejected.reason}{" "}
        {isRestored ? (
          "Here is everything you typed: please check it and send it again."
        ) : (
          <Button variant="quiet" className={styles.take} onClick={() => setIsRestored(true)}>
            Fill in what you typed
          </Button>
        )}
      </Notice>
    </div>
  );
}
