import type { Dish } from "~/shared/domain/menu";
import { toPaise } from "~/shared/domain/pricing/paise";
import { formatRupees } from "~/shared/lib/money";
import { PRICE_ON_REQUEST } from "../orderText";

/** The total of week prices in words; `totalCost` in rupees. Where no dish has a price there is no amount to show. */
export function totalText(items: readonly Dish[], totalCost: number): string {
  if (items.length > 0 && items.every((dish) => !dish.prices)) return PRICE_ON_REQUEST;
  return formatRupees(toPaise(totalCost), { decimals: "auto" });
}
