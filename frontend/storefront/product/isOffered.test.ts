import { expect, test, vi } from "vitest";
import { paths } from "~/storefront/paths";
import { isOffered } from "./isOffered";

vi.mock("~/shared/catalogue/offered", () => ({ offered: { veg: true, nonveg: false, tray: true } }));

test("a menu that the shop does not have is offered nowhere", () => {
  expect([paths.vegMeal(), paths.nonVegMeal(), paths.mealTray()].map(isOffered)).toEqual([true, false, true]);
});

test("a path without a menu is always offered", () => {
  expect(isOffered(paths.combos())).toBe(true);
});
