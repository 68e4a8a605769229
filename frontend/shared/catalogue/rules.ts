import contractRules from "@contract/rules.json";
import type { DeepReadonly } from "~/shared/contract/deepReadonly";
import type { BusinessRules } from "~/shared/contract/rules";

/** The constants of ordering: amounts in rupees, lengths in days, distances in kilometres. */
export const rules = contractRules as DeepReadonly<BusinessRules>;
