import { useRef, useState } from "react";
import { rules } from "~/shared/catalogue/rules";
import type { Dish, Menu } from "~/shared/domain/menu";
import { oneMoreDay } from "~/shared/domain/pricing/hint";
import { type NDayPrice, orderableDays, priceNDayOrder } from "~/shared/domain/pricing/nday";
import { formatRupees } from "~/shared/lib/money";
import { Checkbox } from "~/shared/ui/Checkbox";
import { CheckboxGroup } from "~/shared/ui/CheckboxGroup";
import { TextField } from "~/shared/ui/TextField";
import type { DishBody } from "./bodies";
import { DishPicker } from "./DishPicker";
import { OneMore } from "./OneMore";
import { OrderForm } from "./OrderForm";
import styles from "./phoneOrder.module.css";
import type { Sender } from "./sender";
import { TickedDishes } from "./TickedDishes";
import { useOrder } from "./useOrder";
import { callerIn, MEAL_SECTIONS, type Sections } from "./values";

const TOO_FEW_DAYS = `Minimum ${rules.days.min} days required.`;

export interface DishOrderProps {
  menu: Menu;
  /** Fewer ticked dishes make no order. */
  minimumDishes: number;
  bodyOf: DishBody;
  sender: Sender;
}

/** An order by the day of a menu's dishes, as a customer tells it. */
export function DishOrder({ menu, minimumDishes, bodyOf, sender }: DishOrderProps) {
  const [dishes, setDishes] = useState<readonly Dish[]>([]);
  const [typedDays, setDays] = useState(String(rules.days.default));
  const [sections, setSections] = useState(mealsOfCaller);
  const search = useRef<HTMLInputElement>(null);

  const days = orderableDays(typedDays, rules);
  const meals = Object.values(sections).filter(Boolean).length;
  const price = days === null ? null : priceNDayOrder(dishes, days, meals, rules);

  function check(): Record<string, string> {
    const tooFew = typedDays.trim() === "" || Number(typedDays) < rules.days.min;
    return {
      ...(dishes.length < minimumDishes && { selectedItems: tooFewDishes(minimumDishes) }),
      ...(days === null && {
        date: tooFew ? TOO_FEW_DAYS : `From ${rules.days.min} to ${rules.days.max} days.`,
      }),
      ...(meals === 0 && { sections: "Tick breakfast, lunch or dinner." }),
    };
  }

  const order = useOrder({
    sender,
    check,
    bodyOf: (person) => (price ? bodyOf(person, sections, price) : {}),
  });

  function toggle(dish: Dish): void {
    setDishes((now) => (now.includes(dish) ? now.filter((other) => other !== dish) : [...now, dish]));
    order.forgive("selectedItems");
  }

  return (
    <OrderForm
      order={order}
      total={price && (dishes.length > 0 ? amountText(price) : null)}
      summary={
        <Figures dishes={dishes} price={price} typedDays={typedDays} meals={meals} minimum={minimumDishes} />
      }
      dishes={dishes.map((dish) => dish.name)}
      lastName="optional"
      timeName="timing"
    >
      <DishPicker
        menu={menu}
        ticked={dishes}
        onToggle={toggle}
        search={search}
        error={order.errors.selectedItems}
      />
      <TickedDishes dishes={dishes} price={price} onRemove={toggle} search={search} />
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
            order.forgive("date");
          }}
          hint={`From ${rules.days.min} to ${rules.days.max} days.`}
          error={order.errors.date}
        />
        <div data-wrong={order.errors.sections && true}>
          <CheckboxGroup legend="Meals" error={order.errors.sections}>
            {MEAL_SECTIONS.map(({ id, label }) => (
              <Checkbox
                key={id}
                name={id}
                label={label}
                checked={sections[id]}
                onChange={(on) => {
                  setSections({ ...sections, [id]: on });
                  order.forgive("sections");
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
  price: NDayPrice | null;
  typedDays: string;
  meals: number;
  minimum: number;
}

/** What the total is made of, and what is missing for an order. */
function Figures({ dishes, price, typedDays, meals, minimum }: FiguresProps) {
  const hint = price && dishes.length > 0 ? oneMoreDay(dishes, price.actualDays, meals, rules) : null;
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
          {tooFewDishes(minimum)} {minimum - dishes.length} to go.
        </p>
      )}
      {price === null && (
        <p className={styles.note}>
          Choose {rules.days.min} to {rules.days.max} days to see the total.
        </p>
      )}
      {hint && <OneMore hint={hint} noun="day" />}
    </>
  );
}

/** As in the last order of the caller. */
function mealsOfCaller(): Sections {
  const { meals } = callerIn(document);
  return {
    breakfast: meals.includes("breakfast"),
    lunch: meals.includes("lunch"),
    dinner: meals.includes("dinner"),
  };
}

function tooFewDishes(minimum: number): string {
  return minimum > 1 ? `Minimum ${minimum} Items Required.` : "Please select items first.";
}

/** As the storefront says it: dishes without a price are asked about. */
function amountText({ finalAmount }: NDayPrice): string {
  return finalAmount === 0 ? "Price on request" : formatRupees(finalAmount, { decimals: "always" });
}
