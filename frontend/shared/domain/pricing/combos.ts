import type { DeepReadonly } from "~/shared/contract/deepReadonly";
import type { BusinessRules } from "~/shared/contract/rules";
import { toPaise } from "./paise";

/** The constants of combos, from the contract's rules. Amounts in rupees; discounts stand from the smallest. */
export type ComboRules = DeepReadonly<BusinessRules["combos"]>;

/** A combo order's price (specification, section 9), in paise. */
export interface ComboPrice {
  readonly basePrice: number;
  readonly discount: number;
  readonly finalAmount: number;
  readonly canProceed: boolean;
}

/** Prices a number of ticked combo items. */
export function priceCombos(items: number, rules: ComboRules): ComboPrice {
  const basePrice = toPaise(rules.itemPrice) * items;
  const discount = toPaise(rules.discounts.findLast((step) => items >= step.fromItems)?.off ?? 0);
  return { basePrice, discount, finalAmount: basePrice - discount, canProceed: items >= rules.minimumItems };
}
