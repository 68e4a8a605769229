import { type Dish, MEAL_SECTIONS } from "~/shared/domain/menu";
import type { DayOrderPrice } from "~/shared/domain/pricing/dayOrders";
import { toPaise } from "~/shared/domain/pricing/paise";
import type { OrderFact, OrderText } from "~/shared/lib/orderText";
import { clockTime, formatRupees, joinWithAnd } from "~/shared/lib/text";
import { type OrderFormValues, selectedMeals } from "./form/values";

/** Shown instead of a total of zero. */
export const PRICE_ON_REQUEST = "Price on request";

/** Describes a menu's selection; the total is in rupees per day and meal, as in the summary. */
export function describeMenu(dishes: readonly Dish[], totalCost: number): OrderText | undefined {
  if (dishes.length === 0) return undefined;
  const total = formatRupees(toPaise(totalCost));
  return {
    chosen: chosen(dishes),
    facts: [{ label: "Total", value: totalCost === 0 ? PRICE_ON_REQUEST : `${total} per day, per meal` }],
  };
}

/** Describes an order form: dishes, days, meals, time, and the amount if the number of days is valid. */
export function describeForm(
  dishes: readonly Dish[],
  { meals, timing = "" }: Pick<OrderFormValues, "meals"> & { timing?: string },
  price: DayOrderPrice | null,
): OrderText {
  const selectedLabels = MEAL_SECTIONS.filter(({ id }) => meals[id]).map(({ label }) => label);
  return {
    chosen: chosen(dishes),
    facts: [
      ...(price ? [daysFact(price)] : []),
      ...(selectedLabels.length > 0 ? [{ label: "Meals", value: selectedLabels.join(", ") }] : []),
      ...(timing ? [{ label: "Time", value: clockTime(timing) }] : []),
      ...(price ? [amountFact(price)] : []),
    ],
  };
}

/** States that all dishes come each day, so that no visitor expects one dish per day. */
export function everyDayText(dishes: number, days: number, values: Pick<OrderFormValues, "meals">): string {
  const meals = joinWithAnd(selectedMeals(values));
  const sentence = `${dishCount(dishes)} × ${days} days${meals && ` × ${meals}`}.`;
  return `${sentence} ${dishes === 1 ? "It comes" : "All of them come"} each day.`;
}

/** "4 dishes". */
export function dishCount(count: number): string {
  return `${count} ${count === 1 ? "dish" : "dishes"}`;
}

function chosen(dishes: readonly Dish[]) {
  return { label: "Dishes", names: dishes.map(({ name }) => name) };
}

function daysFact({ actualDays, freeDays }: DayOrderPrice): OrderFact {
  return {
    label: "Days",
    value: freeDays > 0 ? `${actualDays}, ${freeDays} of them free` : String(actualDays),
  };
}

function amountFact(price: DayOrderPrice): OrderFact {
  return { label: "Total", value: amountText(price) };
}

/** An order's total with two decimals (specification, section 2); a total of zero is "on request". */
export function amountText({ finalAmount }: DayOrderPrice): string {
  return finalAmount === 0 ? PRICE_ON_REQUEST : formatRupees(finalAmount, { decimals: "always" });
}
