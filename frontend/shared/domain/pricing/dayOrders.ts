import type contractRules from "@contract/rules.json";
import type { TierPrices } from "../menu";
import { toPaise } from "./paise";

/** A price tier: its minimum days, and how many of them are not charged. */
interface Tier {
  readonly id: keyof TierPrices;
  readonly fromDays: number;
  readonly freeDays: number;
}

/** The contract's rules for day orders. Tiers in ascending order. */
export interface DayPriceRules extends Pick<typeof contractRules, "days" | "chargeableDaysOffset"> {
  readonly tiers: readonly Tier[];
}

/** A dish's name and prices, in rupees. */
export type PricedItem = { readonly name: string; readonly prices?: TierPrices | null };

/** One line of an order. Amounts in paise; pricePerDay is per day and meal section. */
export interface PerItemCost {
  readonly name: string;
  readonly pricePerDay: number;
  readonly discountedCost: number;
  readonly originalCost: number | null;
  readonly showStrike: boolean;
}

/** An order's price (specification, section 9). Amounts in paise; chargeableDays is reported and multiplies nothing. */
export interface DayOrderPrice {
  readonly finalAmount: number;
  readonly freeDays: number;
  readonly chargeableDays: number;
  readonly actualDays: number;
  readonly perItemCosts: readonly PerItemCost[];
}

/**
 * Prices a day order by its number of selected meal sections; none selected counts as one.
 * Free days are delivered but not charged; the struck-through original charges every day at the tier below.
 */
export function priceDayOrder(
  items: readonly PricedItem[],
  days: number,
  sections: number,
  rules: DayPriceRules,
): DayOrderPrice {
  const tierIndex = tierIndexFor(days, rules.tiers);
  const freeDays = rules.tiers[tierIndex]?.freeDays ?? 0;
  const meals = Math.max(1, sections);
  const perItemCosts = items.map((item): PerItemCost => {
    const pricePerDay = priceAt(item.prices, tierIndex, rules.tiers) ?? 0;
    const discountedCost = pricePerDay * (days - freeDays) * meals;
    const tierBelow = freeDays > 0 ? priceAt(item.prices, tierIndex - 1, rules.tiers) : null;
    const originalCost = tierBelow === null ? null : tierBelow * days * meals;
    const showStrike = originalCost !== null && originalCost > discountedCost;
    return { name: item.name, pricePerDay, discountedCost, originalCost, showStrike };
  });
  return {
    finalAmount: perItemCosts.reduce((sum, line) => sum + line.discountedCost, 0),
    freeDays,
    chargeableDays: Math.max(0, days - rules.chargeableDaysOffset - freeDays),
    actualDays: days,
    perItemCosts,
  };
}

/** "6-14 days": the days that can be ordered in each tier; a tier that has none is left out. */
export function tierRanges({ tiers, days }: DayPriceRules): readonly { id: Tier["id"]; label: string }[] {
  return tiers.flatMap(({ id, fromDays }, index) => {
    const first = Math.max(fromDays, days.min);
    const last = Math.min((tiers[index + 1]?.fromDays ?? Number.POSITIVE_INFINITY) - 1, days.max);
    return first > last ? [] : [{ id, label: first === last ? `${first} days` : `${first}-${last} days` }];
  });
}

/** Parses the typed number of days; null unless it is a whole number within the bounds. */
export function orderableDays(typed: string, rules: DayPriceRules): number | null {
  const days = typed.trim() === "" ? Number.NaN : Number(typed);
  return Number.isInteger(days) && days >= rules.days.min && days <= rules.days.max ? days : null;
}

function tierIndexFor(days: number, tiers: readonly Tier[]): number {
  return tiers.reduce((found, tier, index) => (days >= tier.fromDays ? index : found), 0);
}

/** Paise at a tier, or at the nearest lower tier with a price; null without one. */
function priceAt(
  prices: TierPrices | null | undefined,
  tierIndex: number,
  tiers: readonly Tier[],
): number | null {
  for (let index = tierIndex; index >= 0; index -= 1) {
    const tier = tiers[index];
    const rupees = tier && prices?.[tier.id];
    if (rupees !== undefined) return toPaise(rupees);
  }
  return null;
}
