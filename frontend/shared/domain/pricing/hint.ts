import { type ComboRules, priceCombos } from "./combos";
import { type NDayRules, type PricedItem, priceNDayOrder } from "./nday";

/** One more of something costs less in total: how many that makes, and both totals in paise. */
export type OneMoreHint = { readonly count: number; readonly amount: number; readonly amountNow: number };

/** Where one more day costs less in total (14 to 15, 29 to 30): that offer, else null. */
export function oneMoreDay(
  items: readonly PricedItem[],
  days: number,
  sections: number,
  rules: NDayRules,
): OneMoreHint | null {
  if (days >= rules.days.max) return null;
  const amountAt = (count: number) => priceNDayOrder(items, count, sections, rules).finalAmount;
  return cheaperWithOneMore(days, amountAt);
}

/** Where one more combo item costs less in total (14 to 15, 29 to 30): that offer, else null. */
export function oneMoreComboItem(items: number, rules: ComboRules): OneMoreHint | null {
  return cheaperWithOneMore(items, (count) => priceCombos(count, rules).finalAmount);
}

function cheaperWithOneMore(count: number, amountAt: (count: number) => number): OneMoreHint | null {
  const amountNow = amountAt(count);
  const amount = amountAt(count + 1);
  return amount < amountNow ? { count: count + 1, amount, amountNow } : null;
}
