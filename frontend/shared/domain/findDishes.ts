import { DISH_FILTERS, type DishFilter, type PlacedDish, passes, placedDishes } from "./dishFilters";
import type { MenuFacts } from "./facts";
import type { Dish, Menu } from "./menu";

export interface DishSearch {
  readonly text: string;
  readonly filters: readonly DishFilter[];
  /** The dishes with most protein first; else in menu order. */
  readonly byProtein?: boolean;
}

export const NO_SEARCH: DishSearch = { text: "", filters: [] };

/** What a search knows of the dishes beside the menu: their figures, their ingredients by name, and which are ticked. */
export interface KnownOfDishes {
  readonly facts?: MenuFacts | undefined;
  readonly ingredients?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly isTicked?: ((dish: Dish) => boolean) | undefined;
}

/** False for an empty search, for which the menu is shown by category. */
export function isSearch({ text, filters, byProtein }: DishSearch): boolean {
  return filters.length > 0 || byProtein === true || splitWords(text).length > 0;
}

/**
 * The dishes that pass every filter and match every search word, in menu order, or the one with most protein first. A
 * search word matches the beginning of a word of the name, the category or an ingredient; if it matches none of the
 * menu at all, it matches by sound. A filter never hides a ticked dish: it then `isKept`.
 */
export function findDishes(
  menu: Menu,
  { text, filters, byProtein }: DishSearch,
  { facts, ingredients = {}, isTicked }: KnownOfDishes = {},
): readonly PlacedDish[] {
  const dishes = placedDishes(menu, facts);
  const held = (placed: PlacedDish) => ingredients[placed.dish.name] ?? [];
  const wordsOf = (placed: PlacedDish) => [
    ...searchableWords(placed),
    ...held(placed).flatMap((ingredient) => splitWords(ingredient)),
  ];
  const words = dishes.map(wordsOf);
  const tests = splitWords(text).map((word) => testFor(word, words));
  const found = dishes.flatMap((placed, index) => {
    const isKept = !filters.every((filter) => passes(placed, filter));
    if (isKept && !isTicked?.(placed.dish)) return [];
    if (!tests.every((test) => words[index]?.some(test))) return [];
    const byIngredient = tests.find((test) => !searchableWords(placed).some(test));
    const contains =
      byIngredient && held(placed).find((ingredient) => splitWords(ingredient).some(byIngredient));
    return [
      {
        ...placed,
        ...(contains && { contains: contains.split("|")[0] }),
        ...(isKept && { isKept }),
      },
    ];
  });
  if (!byProtein) return found;
  return [...found].sort((one, other) => (other.facts?.[1] ?? -1) - (one.facts?.[1] ?? -1));
}

/** Parses the search in a URL query; unknown filters are ignored. */
export function readSearch(query: string): DishSearch {
  const params = new URLSearchParams(query);
  const requested = (params.get("with") ?? "").split(",");
  return {
    text: params.get("q") ?? "",
    filters: DISH_FILTERS.filter((filter) => requested.includes(filter)),
    ...(params.get("sort") === "protein" && { byProtein: true }),
  };
}

/** Writes the search into a URL query; other parameters stay. */
export function writeSearch(query: string, { text, filters, byProtein }: DishSearch): string {
  const params = new URLSearchParams(query);
  const values = { q: text.trim(), with: filters.join(","), sort: byProtein ? "protein" : "" };
  for (const [name, value] of Object.entries(values)) {
    params.delete(name); // so that the parameters have one order
    if (value) params.set(name, value);
  }
  const written = params.toString().replaceAll("%2C", ",");
  return written && `?${written}`;
}

type WordTest = (word: string) => boolean;

function testFor(word: string, words: readonly (readonly string[])[]): WordTest {
  const beginnings = [word, word.replace(/s$/, ""), word.replace(/es$/, "")].filter((text) => text !== "");
  const literal: WordTest = (word) => beginnings.some((beginning) => word.startsWith(beginning));
  if (words.some((each) => each.some(literal))) return literal;
  const sound = soundOf(word);
  return sound.length < 3 ? literal : (word) => soundOf(word).startsWith(sound);
}

function searchableWords({ dish, category }: PlacedDish): readonly string[] {
  return splitWords(`${dish.name} ${category.title}`);
}

/** Lower case, without accents and signs. */
function splitWords(text: string): readonly string[] {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

/** A phonetic key, first letter and consonants: "omlette" equals "omelette", "chapathi" equals "chapati". */
function soundOf(word: string): string {
  const heard = word
    .replace(/e?s$/, "")
    .replace(/tch/g, "ch")
    .replace(/ph/g, "f")
    .replace(/([tdwbgk])h/g, "$1");
  return (heard.charAt(0) + heard.slice(1).replace(/[aeiouy]/g, "")).replace(/(.)\1+/g, "$1");
}
