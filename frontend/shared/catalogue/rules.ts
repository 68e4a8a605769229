import contractRules from "@contract/rules.json";
import type { DayPriceRules } from "~/shared/domain/pricing/dayOrders";
import { allergensUsed } from "./facts";

/** The constants of ordering: amounts in rupees, lengths in days, distances in kilometres. */
export const rules = contractRules as Omit<typeof contractRules, "tiers"> & DayPriceRules;

/** The allergens that the kitchen uses: "milk", "peanuts". */
export const kitchenUses = allergensUsed();
