import type { DishMark } from "./menu";

/** What makes a dish non-veg; egg counts, as on packs in India. */
const NON_VEG = /\b(?:eggs?|omelettes?|chicken|mutton|fish|meen|tuna|prawns?)\b/i;

/**
 * The food mark of a dish, from its name alone, as in the weekly menu. A test checks the rule against every marked dish
 * of the three menus.
 */
export function dishMark(name: string): DishMark {
  return NON_VEG.test(name) ? "nonveg" : "veg";
}
