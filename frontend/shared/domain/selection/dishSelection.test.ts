import { expect, test, vi } from "vitest";
import type { Dish } from "../menu";
import { blocksOf, countSelected, isSelected, toggleDish } from "./dishSelection";

const dishes = Array.from({ length: 1000 }, (_, index) => ({ id: `dish-${index}` }) as Dish);
const [idli, dosa, vada] = dishes as [Dish, Dish, Dish];

test("a dish is selected while the selection contains it", () => {
  expect([idli, dosa, vada].map((dish) => isSelected([idli, vada], dish))).toEqual([true, false, true]);
  expect(isSelected([], dosa)).toBe(false);
});

test("a thousand lookups scan the selection once", () => {
  const items = Object.assign([idli, vada], { includes: vi.fn() });
  const walk = vi.spyOn(items, Symbol.iterator as never);
  for (let row = 0; row < 1000; row += 1) isSelected(items, dosa);
  expect(walk).toHaveBeenCalledTimes(1);
  expect(items.includes).not.toHaveBeenCalled();
});

test("toggling appends a dish, toggling again removes it, and the old list is unchanged", () => {
  const before = [idli];
  const added = toggleDish(before, dosa);
  expect(added).toEqual([idli, dosa]);
  const removed = toggleDish(added, idli);
  expect(removed).toEqual([dosa]);
  expect([before, added, removed].map((items) => isSelected(items, idli))).toEqual([true, true, false]);
});

test("a thousand toggles scan no list for membership or category counts", () => {
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

test("blocks keep the order of the dishes, and a toggle replaces only one of them", () => {
  let items: readonly Dish[] = dishes.slice(0, 500);
  for (const dish of [idli, ...dishes.slice(60, 140), idli, ...dishes.slice(100, 120), dosa]) {
    const before = blocksOf(items);
    items = toggleDish(items, dish);
    const blocks = blocksOf(items);
    expect(blocks.flat()).toEqual(items);
    expect(blocks.filter((block, place) => block !== before[place])).toHaveLength(1);
  }
});
