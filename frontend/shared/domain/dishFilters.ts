import type { Dish, Menu, MenuCategory } from "./menu";

/** A dish and the category that it stands in. */
export interface PlacedDish {
  readonly dish: Dish;
  readonly category: MenuCategory;
}

/** Under this week price, in rupees, a dish is a small one. */
export const SMALL_PRICE = 200;

const EGG = /\b(?:egg|eggs|omelette)\b/i;
/** Ragi and jowar are millets. */
const MILLET = /\b(?:millet|ragi|jowar)\b/i;

const RULES = {
  veg: ({ dish }: PlacedDish) => dish.mark === "veg",
  egg: ({ dish }: PlacedDish) => EGG.test(dish.name),
  "no-egg": ({ dish }: PlacedDish) => !EGG.test(dish.name),
  millet: ({ dish }: PlacedDish) => MILLET.test(dish.name),
  salad: (placed: PlacedDish) => says(placed, /\bsalads?\b/i),
  smoothie: (placed: PlacedDish) => says(placed, /\bsmoothies?\b/i),
  "under-200": ({ dish }: PlacedDish) => dish.prices?.week !== undefined && dish.prices.week < SMALL_PRICE,
};

export type DishFilter = keyof typeof RULES;

export const DISH_FILTERS = Object.keys(RULES) as readonly DishFilter[];

/** Whether a dish passes a filter, by what the catalogue says of it: mark, name, category, week price. */
export function passes(placed: PlacedDish, filter: DishFilter): boolean {
  return RULES[filter](placed);
}

/** The filters that tell dishes of this menu apart: they match some of them, and not all. */
export function usefulFilters(menu: Menu): readonly DishFilter[] {
  const dishes = placedDishes(menu);
  return DISH_FILTERS.filter((filter) => {
    const matching = dishes.filter((placed) => passes(placed, filter)).length;
    return matching > 0 && matching < dishes.length;
  });
}

/** These filters with one switched over; egg and no egg exclude one another. */
export function switchFilter(filters: readonly DishFilter[], filter: DishFilter): readonly DishFilter[] {
  if (filters.includes(filter)) return filters.filter((other) => other !== filter);
  const opposite = { egg: "no-egg", "no-egg": "egg" }[filter as string];
  return [...filters.filter((other) => other !== opposite), filter];
}

/** Every dish of a menu in its order. */
export function placedDishes(menu: Menu): readonly PlacedDish[] {
  return menu.categories.flatMap((category) => category.items.map((dish) => ({ dish, category })));
}

function says({ dish, category }: PlacedDish, word: RegExp): boolean {
  return word.test(dish.name) || word.test(category.title);
}
