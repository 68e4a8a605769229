import { rules } from "~/shared/catalogue/rules";
import type { Dish } from "~/shared/domain/menu";
import { orderableDays, priceNDayOrder } from "~/shared/domain/pricing/nday";
import type { NDayOrder } from "../order";
import { formWords } from "../orderWords";
import { type OrderFormValues, tickedMeals } from "./values";

/** What stays in the visitor's hand of an order that was taken. */
export function orderReceipt(order: NDayOrder, dishes: readonly Dish[], values: OrderFormValues) {
  const days = orderableDays(values.days, rules);
  const price = days === null ? null : priceNDayOrder(dishes, days, tickedMeals(values).length, rules);
  const title = order.formTitle.replace(/ Form$/, "");
  return { title, next: "order" as const, ...formWords(dishes, values, price) };
}
