import { expect, test, vi } from "vitest";
import type { Dish } from "../menu";
import { blocksOf, countSelected, isSelected, toggleDish } from "./dishSelection";

const dishes = Array.from({ length: 1000 }, (_, index) => ({ id: `dish-${index}` }) as Dish);
const [idli, dosa, vada] = dishes as [Dish, Dish, Dish];

test("a dish is ticked while it is among the selected ones", () => {
  expect([idli, dosa, vada].map((dish) => isSelected([idli, vada], dish))).toEqual([true, false, true]);
  expect(isSelected([], dosa)).toBe(false);
});

test("a thousand rows that ask look through the selection once", () => {
  const items = Object.assign([idli, vada], { includes: vi.fn() });
  const walk = vi.spyOn(items, Symbol.iterator as never);
  for (let row = 0; row < 1000; row += 1) isSelected(items, dosa);
  expect(walk).toHaveBeenCalledTimes(1);
  expect(items.includes).not.toHaveBeenCalled();
});

test("a tick adds a dish at the end, the next one takes it out, and the old list stays as it was", () => {
  const before = [idli];
  const ticked = toggleDish(before, dosa);
  expect(ticked).toEqual([idli, dosa]);
  const unticked = toggleDish(ticked, idli);
  expect(unticked).toEqual([dosa]);
  expect([before, ticked, unticked].map((items) => isSelected(items, idli))).toEqual([true, true, false]);
});

test("a thousand ticks look through no list to know what is ticked and how much of a category", () => {
  const category = dishes.slice(0, 10);
  const walk = vi.spyOn(category, "filter");
  let items: readonly Dish[] = [];
  for (const dish of dishes) {
    items = toggleDish(items, dish);
    countSelected(items, category);
  }
  expect(countSelected(items, category)).toBe(10);
  expect(countSelected(toggleDish(items, idli), category)).toBe(9);
  expect(walk).toHaveBeenCalledTimes(1);
});

test("blocks hold the dishes in their order, and a tick leaves all of them but one as they were", () => {
  let items: readonly Dish[] = dishes.slice(0, 500);
  for (const dish of [idli, ...dishes.slice(60, 140), idli, ...dishes.slice(100, 120), dosa]) {
    const before = blocksOf(items);
    items = toggleDish(items, dish);
    const blocks = blocksOf(items);
    expect(blocks.flat()).toEqual(items);
    expect(blocks.filter((block, place) => block !== before[place])).toHaveLength(1);
  }
});
