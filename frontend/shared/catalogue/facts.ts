import {
  type DishFacts,
  type Figures,
  LETTERS,
  type Portion,
  type PortionsByName,
  type RowFacts,
} from "~/shared/domain/facts";
import type { Menu } from "~/shared/domain/menu";

/**
 * What dishes hold by their recipes, as the server has computed it (backend/oottam/catalogue/dish_facts.py). Only
 * modules of content read this, so that each page gets only what its screen shows.
 */
interface Facts {
  /** What allergens are called within a sentence, by code. */
  readonly allergens: Readonly<Record<string, string>>;
  /** By the dish's name on the menus. */
  readonly dishes: Readonly<
    Record<
      string,
      {
        readonly portion: string;
        readonly figures: readonly (FiguresAsSent | null)[];
        readonly allergens: readonly string[] | null;
        readonly ingredients: readonly string[];
      }
    >
  >;
}

type FiguresAsSent = readonly [number, number, number, number, number, boolean];

const { allergens, dishes }: Facts = (globalThis as { content?: { facts?: Facts } }).content?.facts ?? {
  allergens: {},
  dishes: {},
};

const NUTS = ["peanut", "tree-nut"];
const MILK_OR_EGG = ["milk", "egg"];

/** What the rows of a menu show and its filters need, by the dish's id. */
export function rowFacts(menu: Menu): Readonly<Record<string, RowFacts>> {
  const items = menu.categories.flatMap((category) => category.items);
  return Object.fromEntries(
    items.flatMap(({ id, name }) => {
      const dish = dishes[name];
      if (!dish) return [];
      const figures = figuresOf(name);
      const held = dish.allergens;
      const letters = [
        figures?.isAbout && LETTERS.about,
        held && !NUTS.some((code) => held.includes(code)) && LETTERS.noNuts,
        held && !MILK_OR_EGG.some((code) => held.includes(code)) && LETTERS.noMilkOrEgg,
      ];
      const facts: RowFacts = [
        figures?.kcal ?? null,
        figures?.protein ?? null,
        letters.filter(Boolean).join(""),
      ];
      return [[id, facts]];
    }),
  );
}

/** What the dialog of a dish shows, by its name. */
export function dialogFacts(): Readonly<Record<string, DishFacts>> {
  return Object.fromEntries(
    Object.entries(dishes).map(([name, { portion, allergens: held }]) => [
      name,
      {
        portion,
        figures: figuresOf(name),
        contains: held?.map((code) => allergens[code] ?? code) ?? null,
      },
    ]),
  );
}

/** The portions of these names: the figures of each alternative. */
export function portionsOf(names: readonly string[]): PortionsByName {
  return Object.fromEntries(
    names.flatMap((name) => {
      const figures = dishes[name]?.figures ?? [];
      const portions = figures.flatMap((each): Portion[] => {
        if (!each) return [];
        const [kcal, protein, , , , isAbout] = each;
        return [isAbout ? [kcal, protein, 1] : [kcal, protein]];
      });
      return portions.length > 0 && portions.length === figures.length ? [[name, portions]] : [];
    }),
  );
}

/** The figures of a name; null if they are unknown, and for a name with alternatives, whose figures differ. */
function figuresOf(name: string): Figures | null {
  const [figures, alternative] = dishes[name]?.figures ?? [];
  if (!figures || alternative !== undefined) return null;
  const [kcal, protein, carbohydrate, fat, fibre, isAbout] = figures;
  return { kcal, protein, carbohydrate, fat, fibre, isAbout };
}

/** Other words by which people search for an allergen or for its group. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  peanut: "nuts groundnuts kadalai verkadalai",
  "tree-nut": "nuts",
  gluten: "wheat",
  milk: "dairy lactose",
  crustacean: "shellfish prawns",
  soy: "soya",
  sesame: "til ellu",
};

/**
 * What is in the dishes of the menus, in lower case, by the dish's name: their allergens, then their ingredients. What
 * follows a "|" is searched, but not shown.
 */
export function ingredientsOf(menus: readonly Menu[]): Readonly<Record<string, readonly string[]>> {
  const names = menus.flatMap(({ categories }) =>
    categories.flatMap(({ items }) => items.map(({ name }) => name)),
  );
  return Object.fromEntries(
    names.flatMap((name) => {
      const { ingredients = [], allergens: held = null } = dishes[name] ?? {};
      const words = (held ?? []).map((code) => {
        const also = ALSO_CALLED[code];
        return `${allergens[code] ?? code}${also ? `|${also}` : ""}`;
      });
      const all = [...words, ...ingredients.map((each) => each.toLowerCase())];
      return all.length > 0 ? [[name, all]] : [];
    }),
  );
}

/** The allergens that any dish of the shop has, as words within a sentence. */
export function allergensUsed(): readonly string[] {
  const used = new Set(Object.values(dishes).flatMap(({ allergens: held }) => held ?? []));
  return Object.entries(allergens).flatMap(([code, word]) => (used.has(code) ? [word] : []));
}
