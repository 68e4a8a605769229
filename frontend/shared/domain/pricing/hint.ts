import { formatRupees, type RupeeFormat } from "~/shared/lib/text";
import { type ComboRules, priceCombos } from "./combos";
import { type DayPriceRules, type PricedItem, priceDayOrder } from "./dayOrders";

/** A larger count that lowers the total; both totals in paise. */
export type LowerTotalHint = { readonly count: number; readonly amount: number; readonly amountNow: number };

/** The hint when one more day lowers the total (14 to 15, 29 to 30), else null. */
export function lowerTotalWithExtraDay(
  items: readonly PricedItem[],
  days: number,
  sections: number,
  rules: DayPriceRules,
): LowerTotalHint | null {
  if (days >= rules.days.max) return null;
  const amountAt = (count: number) => priceDayOrder(items, count, sections, rules).finalAmount;
  return lowerTotalWithOneMore(days, amountAt);
}

/** The hint when one more combo item lowers the total (14 to 15, 29 to 30), else null. */
export function lowerTotalWithExtraItem(items: number, rules: ComboRules): LowerTotalHint | null {
  return lowerTotalWithOneMore(items, (count) => priceCombos(count, rules).finalAmount);
}

/** "One more day costs less: 15 days come to ₹300 instead of ₹310." */
export function describeLowerTotal(
  { count, amount, amountNow }: LowerTotalHint,
  noun: "day" | "item",
  format?: RupeeFormat,
): string {
  const [now, before] = [formatRupees(amount, format), formatRupees(amountNow, format)];
  return `One more ${noun} costs less: ${count} ${noun}s come to ${now} instead of ${before}.`;
}

function lowerTotalWithOneMore(count: number, amountAt: (count: number) => number): LowerTotalHint | null {
  const amountNow = amountAt(count);
  const amount = amountAt(count + 1);
  return amount < amountNow ? { count: count + 1, amount, amountNow } : null;
}
