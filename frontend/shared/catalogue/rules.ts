import contractRules from "@contract/rules.json";
import type { DayPriceRules } from "~/shared/domain/pricing/dayOrders";

/** The constants of ordering: amounts in rupees, lengths in days, distances in kilometres. */
export const rules = contractRules as Omit<typeof contractRules, "tiers"> & DayPriceRules;
