import type { OrderFact, OrderText } from "#shared/lib/orderText.ts";
import type { Dish } from "~/shared/domain/menu";
import type { NDayPrice } from "~/shared/domain/pricing/nday";
import { toPaise } from "~/shared/domain/pricing/paise";
import { joinWithAnd } from "~/shared/lib/joinWithAnd";
import { formatRupees } from "~/shared/lib/money";
import { MEALS, type OrderFormValues, selectedMeals } from "./form/values";

/** In the place of a total to which no dish adds anything. */
export const PRICE_ON_REQUEST = "Price on request";

/** What is ticked on a menu; the total as the summary shows it, in rupees per day and meal. */
export function describeMenu(dishes: readonly Dish[], totalCost: number): OrderText | undefined {
  if (dishes.length === 0) return undefined;
  const total = formatRupees(toPaise(totalCost), { decimals: "auto" });
  return {
    chosen: chosen(dishes),
    facts: [{ label: "Total", value: totalCost === 0 ? PRICE_ON_REQUEST : `${total} per day, per meal` }],
  };
}

/** What an order form comes to: dishes, days, meals, the time and the amount, once the days make an order. */
export function describeForm(
  dishes: readonly Dish[],
  { meals, timing = "" }: Pick<OrderFormValues, "meals"> & { timing?: string },
  price: NDayPrice | null,
): OrderText {
  const selectedLabels = MEALS.filter(({ id }) => meals[id]).map(({ label }) => label);
  return {
    chosen: chosen(dishes),
    facts: [
      ...(price ? [daysFact(price)] : []),
      ...(selectedLabels.length > 0 ? [{ label: "Meals", value: selectedLabels.join(", ") }] : []),
      ...(timing ? [{ label: "Time", value: timing }] : []),
      ...(price ? [amountFact(price)] : []),
    ],
  };
}

/** That all dishes come on each of the days, lest somebody thinks that one of them is picked for each. */
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

function daysFact({ actualDays, freeDays }: NDayPrice): OrderFact {
  return {
    label: "Days",
    value: freeDays > 0 ? `${actualDays}, ${freeDays} of them free` : String(actualDays),
  };
}

function amountFact(price: NDayPrice): OrderFact {
  return { label: "Total", value: amountText(price) };
}

/** An order's total, to two decimals (specification, section 2). "₹0" is no price: dishes without one are asked about. */
export function amountText({ finalAmount }: NDayPrice): string {
  return finalAmount === 0 ? PRICE_ON_REQUEST : formatRupees(finalAmount, { decimals: "always" });
}
