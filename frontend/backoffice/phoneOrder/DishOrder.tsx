import { useRef, useState } from "react";
import { rules } from "~/shared/catalogue/rules";
import { type Dish, MEAL_SECTIONS, type Menu } from "~/shared/domain/menu";
import { type DayOrderPrice, orderableDays, priceDayOrder } from "~/shared/domain/pricing/dayOrders";
import { describeLowerTotal, lowerTotalWithExtraDay } from "~/shared/domain/pricing/hint";
import { formatRupees } from "~/shared/lib/text";
import type { DayOrderDetails } from "~/shared/payloads/dayOrder";
import { Checkbox, CheckboxGroup } from "~/shared/ui/Checkbox";
import { TextField } from "~/shared/ui/Field";
import { DishPicker } from "./DishPicker";
import { OrderForm } from "./OrderForm";
import type { OrderSubmitter } from "./orderSubmitter";
import styles from "./phoneOrder.module.css";
import { SelectedDishes } from "./SelectedDishes";
import { useOrderForm } from "./useOrderForm";
import { readCaller, toDetails } from "./values";

const TOO_FEW_DAYS = `Minimum ${rules.days.min} days required.`;

export interface DishOrderProps {
  menu: Menu;
  /** The order is rejected with fewer selected dishes. */
  minimumDishes: number;
  payload: (details: DayOrderDetails, price: DayOrderPrice) => object;
  submitter: OrderSubmitter;
}

/** The form for a day order taken by phone. */
export function DishOrder({ menu, minimumDishes, payload, submitter }: DishOrderProps) {
  const [dishes, setDishes] = useState<readonly Dish[]>([]);
  const [typedDays, setDays] = useState(String(rules.days.default));
  const [sections, setSections] = useState(callerMeals);
  const search = useRef<HTMLInputElement>(null);

  const days = orderableDays(typedDays, rules);
  const meals = Object.values(sections).filter(Boolean).length;
  const price = days === null ? null : priceDayOrder(dishes, days, meals, rules);

  function check(): Record<string, string> {
    const tooFew = typedDays.trim() === "" || Number(typedDays) < rules.days.min;
    return {
      ...(dishes.length < minimumDishes && { selectedItems: minimumDishesMessage(minimumDishes) }),
      ...(days === null && {
        date: tooFew ? TOO_FEW_DAYS : `From ${rules.days.min} to ${rules.days.max} days.`,
      }),
      ...(meals === 0 && { sections: "Tick breakfast, lunch or dinner." }),
    };
  }

  const order = useOrderForm({
    submitter,
    check,
    buildPayload: (person) => (price ? payload({ ...toDetails(person), meals: sections }, price) : {}),
  });

  function toggle(dish: Dish): void {
    setDishes((current) =>
      current.includes(dish) ? current.filter((other) => other !== dish) : [...current, dish],
    );
    order.clearErrors("selectedItems");
  }

  return (
    <OrderForm
      order={order}
      total={price && (dishes.length > 0 ? formatTotal(price) : null)}
      summary={
        <Figures dishes={dishes} price={price} typedDays={typedDays} meals={meals} minimum={minimumDishes} />
      }
      dishes={dishes.map((dish) => dish.name)}
      lastName="optional"
      timeName="timing"
    >
      <DishPicker
        menu={menu}
        selected={dishes}
        onToggle={toggle}
        search={search}
        error={order.errors.selectedItems}
      />
      <SelectedDishes dishes={dishes} price={price} onRemove={toggle} search={search} />
      <div className={styles.fields}>
        <TextField
          label="Days"
          name="date"
          type="number"
          inputMode="numeric"
          required
          min={rules.days.min}
          max={rules.days.max}
          step={1}
          value={typedDays}
          onChange={(value) => {
            setDays(value);
            order.clearErrors("date");
          }}
          hint={`From ${rules.days.min} to ${rules.days.max} days.`}
          error={order.errors.date}
        />
        <div data-invalid={order.errors.sections && true}>
          <CheckboxGroup legend="Meals" error={order.errors.sections}>
            {MEAL_SECTIONS.map(({ id, label }) => (
              <Checkbox
                key={id}
                name={id}
                label={label}
                checked={sections[id]}
                onChange={(on) => {
                  setSections((current) => ({ ...current, [id]: on }));
                  order.clearErrors("sections");
                }}
              />
            ))}
          </CheckboxGroup>
        </div>
      </div>
    </OrderForm>
  );
}

interface FiguresProps {
  dishes: readonly Dish[];
  price: DayOrderPrice | null;
  typedDays: string;
  meals: number;
  minimum: number;
}

/** The parts of the total, and what the order still needs. */
function Figures({ dishes, price, typedDays, meals, minimum }: FiguresProps) {
  const hint =
    price && dishes.length > 0 ? lowerTotalWithExtraDay(dishes, price.actualDays, meals, rules) : null;
  return (
    <>
      <dl className={styles.figures}>
        <div>
          <dt>Dishes</dt>
          <dd>{dishes.length}</dd>
        </div>
        <div>
          <dt>Days</dt>
          <dd>{price ? price.actualDays : typedDays || "–"}</dd>
        </div>
        {price !== null && price.freeDays > 0 && (
          <div className={styles.free}>
            <dt>Free days</dt>
            <dd>{price.freeDays}</dd>
          </div>
        )}
        <div>
          <dt>Meals a day</dt>
          <dd>{meals || "–"}</dd>
        </div>
      </dl>
      {dishes.length < minimum && minimum > 1 && (
        <p className={styles.note}>
          {minimumDishesMessage(minimum)} {minimum - dishes.length} to go.
        </p>
      )}
      {price === null && (
        <p className={styles.note}>
          Choose {rules.days.min} to {rules.days.max} days to see the total.
        </p>
      )}
      {hint && <p className={styles.note}>{describeLowerTotal(hint, "day")}</p>}
    </>
  );
}

/** The meals of the caller's last order. */
function callerMeals(): DayOrderDetails["meals"] {
  const { meals } = readCaller(document);
  return {
    breakfast: meals.includes("breakfast"),
    lunch: meals.includes("lunch"),
    dinner: meals.includes("dinner"),
  };
}

function minimumDishesMessage(minimum: number): string {
  return minimum > 1 ? `Minimum ${minimum} Items Required.` : "Please select items first.";
}

/** Dishes without a price have no total, as in the storefront. */
function formatTotal({ finalAmount }: DayOrderPrice): string {
  return finalAmount === 0 ? "Price on request" : formatRupees(finalAmount, { decimals: "always" });
}
