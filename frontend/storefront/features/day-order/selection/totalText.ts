import type { Dish } from "~/shared/domain/menu";
import { toPaise } from "~/shared/domain/pricing/paise";
import { formatRupees } from "~/shared/lib/money";
import { PRICE_ON_REQUEST } from "../orderText";

/** Formats the total of week prices; `totalCost` in rupees. Without any priced dish there is no amount. */
export function totalText(items: readonly Dish[], totalCost: number): string {
  if (items.length > 0 && items.every((dish) => !dish.prices)) return PRICE_ON_REQUEST;
  return formatRupees(toPaise(totalCost));
}
