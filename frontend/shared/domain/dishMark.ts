import type { DishMark } from "./menu";

/** What makes a dish non-veg; egg counts (design: veg and non-veg marks). */
const NON_VEG = /\b(?:eggs?|omelettes?|chicken|mutton|fish|meen|tuna|prawns?)\b/i;

/**
 * The food mark of a dish that is known by its name alone, as in the weekly menu.
 * Its test holds the rule to every marked dish of the three menus.
 */
export function dishMark(name: string): DishMark {
  return NON_VEG.test(name) ? "nonveg" : "veg";
}
