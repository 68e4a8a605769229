import contractRules from "@contract/rules.json";
import type { ComboRules } from "~/domain/pricing/combos";
import type { NDayRules } from "~/domain/pricing/nday";

type Rules = NDayRules & {
  readonly freeDeliveryKm: number;
  readonly tray: { readonly minimumDishes: number };
  readonly combos: ComboRules;
  readonly eventTypes: readonly string[];
  /** How long a subscription runs: what is shown, and what is sent. */
  readonly planDurations: readonly { readonly label: string; readonly value: string }[];
};

/** The constants of ordering: amounts in rupees, lengths in days, distances in kilometres. */
export const rules = contractRules as Rules;
