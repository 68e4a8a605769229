import { rules } from "~/shared/catalogue/rules";
import type { Dish } from "~/shared/domain/menu";
import { orderableDays, priceDayOrder } from "~/shared/domain/pricing/dayOrders";
import type { DayOrderConfig } from "../order";
import { describeForm } from "../orderText";
import { type OrderFormValues, selectedMeals } from "./values";

/** The receipt of an accepted order. */
export function orderReceipt(order: DayOrderConfig, dishes: readonly Dish[], values: OrderFormValues) {
  const days = orderableDays(values.days, rules);
  const price = days === null ? null : priceDayOrder(dishes, days, selectedMeals(values).length, rules);
  const title = order.formTitle.replace(/ Form$/, "");
  return { title, next: "order" as const, ...describeForm(dishes, values, price) };
}
