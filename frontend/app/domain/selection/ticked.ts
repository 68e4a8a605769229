import type { Dish } from "../menu";

const sets = new WeakMap<readonly Dish[], ReadonlySet<Dish>>();

/** Whether a dish is among these. A list is looked through once, however many rows ask about it. */
export function isTicked(items: readonly Dish[], dish: Dish): boolean {
  const known = sets.get(items) ?? new Set(items);
  sets.set(items, known);
  return known.has(dish);
}
