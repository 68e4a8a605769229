import { LETTERS, type MenuFacts, type RowFacts } from "./facts";
import type { Dish, Menu, MenuCategory } from "./menu";

export interface PlacedDish {
  readonly dish: Dish;
  readonly category: MenuCategory;
  readonly facts?: RowFacts | undefined;
  /** The ingredient by which a search has found it. */
  readonly contains?: string | undefined;
  /** It does not pass the filters, and is shown because it is ticked. */
  readonly isKept?: boolean | undefined;
}

/** Limit of the "under" filter: week price in rupees. */
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
  "protein-15": ({ facts }: PlacedDish) => (facts?.[1] ?? 0) >= 15,
  "protein-20": ({ facts }: PlacedDish) => (facts?.[1] ?? 0) >= 20,
  "no-nuts": ({ facts }: PlacedDish) => facts?.[2].includes(LETTERS.noNuts) === true,
  "no-milk-or-egg": ({ facts }: PlacedDish) => facts?.[2].includes(LETTERS.noMilkOrEgg) === true,
};

export type DishFilter = keyof typeof RULES;

export const DISH_FILTERS = Object.keys(RULES) as readonly DishFilter[];

/** Whether a dish passes a filter, derived from its mark, name, category, week price and recipe. */
export function passes(placed: PlacedDish, filter: DishFilter): boolean {
  return RULES[filter](placed);
}

/** The filters that match some but not all dishes of a menu. */
export function usefulFilters(menu: Menu, facts?: MenuFacts): readonly DishFilter[] {
  const dishes = placedDishes(menu, facts);
  return DISH_FILTERS.filter((filter) => {
    const matching = dishes.filter((placed) => passes(placed, filter)).length;
    return matching > 0 && matching < dishes.length;
  });
}

/** Toggles one filter; egg and no egg exclude each other, and so do the two amounts of protein. */
export function switchFilter(filters: readonly DishFilter[], filter: DishFilter): readonly DishFilter[] {
  if (filters.includes(filter)) return filters.filter((other) => other !== filter);
  const opposite = OPPOSITES[filter as string];
  return [...filters.filter((other) => other !== opposite), filter];
}

const OPPOSITES: Readonly<Record<string, DishFilter>> = {
  egg: "no-egg",
  "no-egg": "egg",
  "protein-15": "protein-20",
  "protein-20": "protein-15",
};

/** Every dish of a menu in its order. */
export function placedDishes(menu: Menu, facts: MenuFacts = {}): readonly PlacedDish[] {
  return menu.categories.flatMap((category) =>
    category.items.map((dish) => ({ dish, category, facts: facts[dish.id] })),
  );
}

function says({ dish, category }: PlacedDish, word: RegExp): boolean {
  return word.test(dish.name) || word.test(category.title);
}
