import { rules } from "~/catalogue/rules";
import type { Dish } from "~/domain/menu";
import { AddressOfOrder, PersonOfOrder } from "~/product/OrderFields";
import { Checkbox } from "~/ui/Checkbox";
import { CheckboxGroup } from "~/ui/CheckboxGroup";
import { TextField } from "~/ui/TextField";
import { OfferBack } from "./OfferBack";
import styles from "./OrderFields.module.css";
import type { useOrderForm } from "./useOrderForm";
import { MEALS } from "./values";

export interface OrderFieldsProps {
  form: Pick<ReturnType<typeof useOrderForm>, "values" | "change" | "field" | "daysError" | "mealsError">;
  dishes: readonly Dish[];
  listsDishes: boolean;
}

/** The fields of an order form, in the order and words of the specification (section 2); names are the wire's. */
export function OrderFields({ form, dishes, listsDishes }: OrderFieldsProps) {
  const { change, field, daysError } = form;
  return (
    <>
      <OfferBack onTake={change} />
      <PersonOfOrder field={field} lastName="optional" />
      <TextField label="Timing" {...field("timing")} required type="time" hint="When should we deliver?" />
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
        hint={`From ${rules.days.min} to ${rules.days.max} days.`}
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
      {MEALS.map(({ id, label }) => (
        <Checkbox
          key={id}
          name={id}
          label={label}
          checked={values.meals[id]}
          onChange={(ticked) => change({ meals: { ...values.meals, [id]: ticked } })}
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
