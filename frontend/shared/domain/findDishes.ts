import { DISH_FILTERS, type DishFilter, type PlacedDish, passes, placedDishes } from "./dishFilters";
import type { Menu } from "./menu";

/** What a visitor looks for in a menu. */
export interface DishSearch {
  readonly words: string;
  readonly filters: readonly DishFilter[];
}

export const NO_SEARCH: DishSearch = { words: "", filters: [] };

/** False while nothing is asked for: then the menu stands by its categories. */
export function isSearch({ words, filters }: DishSearch): boolean {
  return filters.length > 0 || wordsIn(words).length > 0;
}

/**
 * The dishes that pass every filter and hold every word, in the order of the menu. A word is looked for at the
 * beginning of the words of name and category; only where no dish has it so, by its sound.
 */
export function findDishes(menu: Menu, { words, filters }: DishSearch): readonly PlacedDish[] {
  const dishes = placedDishes(menu);
  const tests = wordsIn(words).map((word) => testFor(word, dishes));
  return dishes.filter(
    (placed) =>
      filters.every((filter) => passes(placed, filter)) && tests.every((test) => wordsOf(placed).some(test)),
  );
}

/** What an address asks for; anything strange in it reads as nothing. */
export function readSearch(query: string): DishSearch {
  const params = new URLSearchParams(query);
  const asked = (params.get("with") ?? "").split(",");
  return { words: params.get("q") ?? "", filters: DISH_FILTERS.filter((filter) => asked.includes(filter)) };
}

/** The address's query with this search in it; what else stands there stays. */
export function writeSearch(query: string, { words, filters }: DishSearch): string {
  const params = new URLSearchParams(query);
  const values = { q: words.trim(), with: filters.join(",") };
  for (const [name, value] of Object.entries(values)) {
    params.delete(name); // in one order, however it came about
    if (value) params.set(name, value);
  }
  const text = params.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
}

type WordTest = (word: string) => boolean;

function testFor(asked: string, dishes: readonly PlacedDish[]): WordTest {
  const beginnings = [asked, asked.replace(/s$/, ""), asked.replace(/es$/, "")].filter((text) => text !== "");
  const literal: WordTest = (word) => beginnings.some((beginning) => word.startsWith(beginning));
  if (dishes.some((placed) => wordsOf(placed).some(literal))) return literal;
  const sound = soundOf(asked);
  return sound.length < 3 ? literal : (word) => soundOf(word).startsWith(sound);
}

function wordsOf({ dish, category }: PlacedDish): readonly string[] {
  return wordsIn(`${dish.name} ${category.title}`);
}

/** Lower case, without accents and signs. */
function wordsIn(text: string): readonly string[] {
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
