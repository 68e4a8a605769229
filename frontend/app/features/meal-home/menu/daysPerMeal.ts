import { rules } from "~/catalogue/rules";

/** Monday to Saturday. */
export const DAYS_PER_MEAL = rules.combos.itemsPerMeal;
