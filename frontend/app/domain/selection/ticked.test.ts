import { expect, test, vi } from "vitest";
import type { Dish } from "../menu";
import { isTicked } from "./ticked";

const dishes = ["Idli", "Dosa", "Vada"].map((name) => ({ id: name, name }) as Dish);
const [idli, dosa, vada] = dishes as [Dish, Dish, Dish];

test("a dish is ticked while it is among the selected ones", () => {
  expect(dishes.map((dish) => isTicked([idli, vada], dish))).toEqual([true, false, true]);
  expect(isTicked([], dosa)).toBe(false);
});

test("a thousand rows that ask look through the selection once", () => {
  const items = Object.assign([idli, vada], { includes: vi.fn() });
  const walk = vi.spyOn(items, Symbol.iterator as never);
  for (let row = 0; row < 1000; row += 1) isTicked(items, dosa);
  expect(walk).toHaveBeenCalledTimes(1);
  expect(items.includes).not.toHaveBeenCalled();
});
