import { rules } from "~/shared/catalogue/rules";
import { describeDays } from "~/shared/domain/deliveryDays";
import { deliveryHoursNote } from "~/shared/domain/deliveryHours";
import type { Dish } from "~/shared/domain/menu";
import { MEAL_SECTIONS } from "~/shared/domain/menu";
import { orderableDays } from "~/shared/domain/pricing/dayOrders";
import { Checkbox } from "~/shared/ui/Checkbox";
import { CheckboxGroup } from "~/shared/ui/CheckboxGroup";
import { TextField } from "~/shared/ui/TextField";
import { AddressOfOrder, PersonOfOrder } from "~/storefront/product/OrderFields";
import styles from "./OrderFields.module.css";
import { RestoreOrder } from "./RestoreOrder";
import type { useOrderForm } from "./useOrderForm";
import { selectedMeals } from "./values";

const BOUNDS = `From ${rules.days.min} to ${rules.days.max} days.`;

export interface OrderFieldsProps {
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
      <PersonOfOrder field={field} lastName="optional" />
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
      <AddressOfOrder field={field} />
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
    <div className={styles.wide}>
      <h2 className={styles.heading}>Selected Items</h2>
      <ul className={styles.dishes}>
        {dishes.map((dish) => (
          <li key={dish.id}>{dish.name}</li>
        ))}
      </ul>
    </div>
  );
}
