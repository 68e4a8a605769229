import { describe, expect, test } from "vitest";
import { rules } from "~/shared/catalogue/rules";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { priceCombos } from "../pricing/combos";
import { allSlots, NO_SLOTS, slotCount } from "../weekly/slots";
import { MEALS, WEEKS } from "../weekly/weeklyMenu";
import { type ComboChange, changeCombos, NO_COMBOS } from "./selection";

const { itemsPerMeal } = rules.combos;
const change = (selection: typeof NO_COMBOS, next: ComboChange) =>
  changeCombos(selection, next, itemsPerMeal);
const everything = change(NO_COMBOS, { kind: "allWeeks", on: true });

test("the weekly menu has as many weeks, meals and items as the rules say", () => {
  expect(WEEKS).toHaveLength(rules.combos.weeks);
  for (const week of WEEKS) {
    for (const meal of MEALS) expect(weeklyMenu[week][meal]).toHaveLength(itemsPerMeal);
  }
});

test("Select All Weeks selects all 24 slots of each meal, or clears them", { tags: "spec:3.5" }, () => {
  expect(everything).toEqual({ slots: allSlots(itemsPerMeal), allWeeks: true });
  expect(change(everything, { kind: "allWeeks", on: false })).toEqual({ slots: NO_SLOTS, allWeeks: false });
});

test("all 72 items cost 27,000 less 2,010", () => {
  expect(priceCombos(slotCount(everything.slots), rules.combos)).toMatchObject({
    basePrice: 2_700_000,
    discount: 201_000,
    finalAmount: 2_499_000,
  });
});

const place = { week: "week3", meal: "dinner" } as const;

describe("any individual, meal or week change clears the Select All Weeks check", () => {
  test.each<[string, ComboChange, number]>([
    ["an item is taken away", { kind: "day", ...place, day: 4, on: false }, 71],
    ["an item is ticked again", { kind: "day", ...place, day: 4, on: true }, 72],
    ["a meal is cleared", { kind: "meal", ...place, on: false }, 66],
    ["a meal is selected again", { kind: "meal", ...place, on: true }, 72],
    ["a week is cleared", { kind: "week", week: "week3", on: false }, 54],
    ["a week is selected again", { kind: "week", week: "week3", on: true }, 72],
  ])("%s", (_name, next, count) => {
    const after = change(everything, next);
    expect(after.allWeeks).toBe(false);
    expect(slotCount(after.slots)).toBe(count);
  });
});

test("filling the last slot by hand does not check Select All Weeks", () => {
  const weeks = WEEKS.reduce(
    (selection, week) => change(selection, { kind: "week", week, on: true }),
    NO_COMBOS,
  );
  expect(weeks).toEqual({ slots: allSlots(itemsPerMeal), allWeeks: false });
});
