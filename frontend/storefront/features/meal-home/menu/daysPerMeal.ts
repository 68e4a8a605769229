import { rules } from "~/shared/catalogue/rules";

/** Monday to Saturday. */
export const DAYS_PER_MEAL = rules.combos.itemsPerMeal;
