import { DISH_FILTERS, type DishFilter, type PlacedDish, passes, placedDishes } from "./dishFilters";
import type { Menu } from "./menu";

export interface DishSearch {
  readonly text: string;
  readonly filters: readonly DishFilter[];
}

export const NO_SEARCH: DishSearch = { text: "", filters: [] };

/** False for an empty search, for which the menu is shown by category. */
export function isSearch({ text, filters }: DishSearch): boolean {
  return filters.length > 0 || splitWords(text).length > 0;
}

/**
 * The dishes that pass every filter and match every search word, in menu order. A search word matches the beginning of
 * a word of the name or category; if it matches no dish of the menu at all, it matches by sound.
 */
export function findDishes(menu: Menu, { text, filters }: DishSearch): readonly PlacedDish[] {
  const dishes = placedDishes(menu);
  const tests = splitWords(text).map((word) => testFor(word, dishes));
  return dishes.filter(
    (placed) =>
      filters.every((filter) => passes(placed, filter)) &&
      tests.every((test) => searchableWords(placed).some(test)),
  );
}

/** Parses the search in a URL query; unknown filters are ignored. */
export function readSearch(query: string): DishSearch {
  const params = new URLSearchParams(query);
  const requested = (params.get("with") ?? "").split(",");
  return {
    text: params.get("q") ?? "",
    filters: DISH_FILTERS.filter((filter) => requested.includes(filter)),
  };
}

/** Writes the search into a URL query; other parameters stay. */
export function writeSearch(query: string, { text, filters }: DishSearch): string {
  const params = new URLSearchParams(query);
  const values = { q: text.trim(), with: filters.join(",") };
  for (const [name, value] of Object.entries(values)) {
    params.delete(name); // so that the parameters have one order
    if (value) params.set(name, value);
  }
  const written = params.toString().replaceAll("%2C", ",");
  return written && `?${written}`;
}

type WordTest = (word: string) => boolean;

function testFor(word: string, dishes: readonly PlacedDish[]): WordTest {
  const beginnings = [word, word.replace(/s$/, ""), word.replace(/es$/, "")].filter((text) => text !== "");
  const literal: WordTest = (word) => beginnings.some((beginning) => word.startsWith(beginning));
  if (dishes.some((placed) => searchableWords(placed).some(literal))) return literal;
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
