import { DISH_FILTERS, type DishFilter, type PlacedDish, passes, placedDishes } from "./dishFilters";
import type { Menu } from "./menu";

/** What a visitor looks for in a menu. */
export interface DishSearch {
  readonly text: string;
  readonly filters: readonly DishFilter[];
}

export const NO_SEARCH: DishSearch = { text: "", filters: [] };

/** False while nothing is asked for: then the menu stands by its categories. */
export function isSearch({ text, filters }: DishSearch): boolean {
  return filters.length > 0 || splitWords(text).length > 0;
}

/**
 * The dishes that pass every filter and hold every word, in the order of the menu. A word is looked for at the
 * beginning of the words of name and category; only where no dish has it so, by its sound.
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

/** What an address asks for; anything strange in it reads as nothing. */
export function readSearch(query: string): DishSearch {
  const params = new URLSearchParams(query);
  const requested = (params.get("with") ?? "").split(",");
  return {
    text: params.get("q") ?? "",
    filters: DISH_FILTERS.filter((filter) => requested.includes(filter)),
  };
}

/** The address's query with this search in it; what else stands there stays. */
export function writeSearch(query: string, { text, filters }: DishSearch): string {
  const params = new URLSearchParams(query);
  const values = { q: text.trim(), with: filters.join(",") };
  for (const [name, value] of Object.entries(values)) {
    params.delete(name); // in one order, however it came about
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

/** First letter and consonants, as they are heard: "omlette" is "omelette", "chapathi" "chapati". */
function soundOf(word: string): string {
  const heard = word
    .replace(/e?s$/, "")
    .replace(/tch/g, "ch")
    .replace(/ph/g, "f")
    .replace(/([tdwbgk])h/g, "$1");
  return (heard.charAt(0) + heard.slice(1).replace(/[aeiouy]/g, "")).replace(/(.)\1+/g, "$1");
}
