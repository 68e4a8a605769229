import type contractRules from "@contract/rules.json";
import { toPaise } from "./paise";

/** The contract's rules for combos. Amounts in rupees; discounts in ascending order. */
export type ComboRules = (typeof contractRules)["combos"];

/** A combo order's price (specification, section 9), in paise. */
export interface ComboPrice {
  readonly basePrice: number;
  readonly discount: number;
  readonly finalAmount: number;
  readonly canProceed: boolean;
}

/** Prices a number of selected combo items. */
export function priceCombos(items: number, rules: ComboRules): ComboPrice {
  const basePrice = toPaise(rules.itemPrice) * items;
  const discount = toPaise(rules.discounts.filter((step) => items >= step.fromItems).at(-1)?.off ?? 0);
  return { basePrice, discount, finalAmount: basePrice - discount, canProceed: items >= rules.minimumItems };
}
