import { expect, test } from "vitest";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import type { PortionsByName } from "../facts";
import { amountOfDay, mealGroups, selectedMeals, slotsOfMeals } from "./selectedMeals";
import { allSlots, NO_SLOTS, selectDay } from "./slots";
import { menuEntries } from "./weeklyMenu";

test("a selected day becomes an item with id, picture, the day's item names, and the meal as its category", () => {
  const slots = selectDay(NO_SLOTS, { week: "week1", meal: "breakfast" }, 0, true);
  expect(selectedMeals(slots, weeklyMenu)).toEqual([
    {
      id: "W1-B-Monday",
      image: "idli-sambar",
      title: "Idli / Podi Idli + ABC Juice",
      desc: "Week 1, Monday · 11g protein",
      category: "Breakfast",
    },
  ]);
});

test("items are sorted by week, meal and day", () => {
  const places = [
    [{ week: "week2", meal: "breakfast" }, 1],
    [{ week: "week1", meal: "dinner" }, 5],
    [{ week: "week1", meal: "lunch" }, 2],
    [{ week: "week1", meal: "lunch" }, 0],
  ] as const;
  const slots = places.reduce((selected, [place, day]) => selectDay(selected, place, day, true), NO_SLOTS);
  expect(selectedMeals(slots, weeklyMenu).map(({ id }) => id)).toEqual([
    "W1-L-Monday",
    "W1-L-Wednesday",
    "W1-D-Saturday",
    "W2-B-Tuesday",
  ]);
});

test("items are grouped by week and meal, and those of the customer's own plan by meal, in the order of the day", () => {
  const ids = ["L1", "W2-D-Monday", "W1-L-Friday", "B2", "W1-L-Saturday", "W9-L-Monday"];
  const meals = { B: "Breakfast", L: "Lunch", D: "Dinner" } as const;
  const items = ids.map((id) => {
    const category = meals[id.replace(/^W\d-/, "").charAt(0) as keyof typeof meals];
    return { id, image: "", title: id, desc: "", category };
  });
  expect(mealGroups(items).map(({ label, meals }) => [label, ...meals.map(({ id }) => id)])).toEqual([
    ["Breakfast", "B2"],
    ["Lunch", "L1", "W9-L-Monday"],
    ["Week 1, Lunch", "W1-L-Friday", "W1-L-Saturday"],
    ["Week 2, Dinner", "W2-D-Monday"],
  ]);
});

test("selected items map back to their slots, and items of other screens to none", () => {
  const slots = selectDay(
    selectDay(NO_SLOTS, { week: "week1", meal: "lunch" }, 0, true),
    { week: "week4", meal: "dinner" },
    5,
    true,
  );
  const [item] = selectedMeals(slots, weeklyMenu);
  if (!item) throw new Error("Nothing is ticked.");
  expect(slotsOfMeals([...selectedMeals(slots, weeklyMenu), { ...item, id: "B1" }], weeklyMenu)).toEqual(
    slots,
  );
});

test("all days are 72 items with unique ids", () => {
  const items = selectedMeals(allSlots(6), weeklyMenu);
  expect(new Set(items.map(({ id }) => id)).size).toBe(72);
});

test("a day holds the items of all its selected meals, any day from the least to the most", () => {
  const names = weeklyMenu.week1.lunch[0]?.items.map(({ name }) => name) ?? [];
  const everyName = menuEntries(weeklyMenu).flatMap(({ items }) => items.map(({ name }) => name));
  const portions = Object.fromEntries(
    everyName.map((name) => [name, names.includes(name) ? [[300, 20]] : [[100, 5]]] as const),
  ) as unknown as PortionsByName;
  let slots = NO_SLOTS;
  expect(amountOfDay(slots, weeklyMenu, portions)).toBeUndefined();
  slots = selectDay(slots, { week: "week1", meal: "lunch" }, 0, true);
  expect(amountOfDay(slots, weeklyMenu, portions)?.kcal).toEqual([600, 600]);
  slots = selectDay(slots, { week: "week1", meal: "dinner" }, 0, true);
  slots = selectDay(slots, { week: "week2", meal: "dinner" }, 3, true);
  expect(amountOfDay(slots, weeklyMenu, portions)).toEqual({
    kcal: [200, 800],
    protein: [10, 50],
    isAbout: false,
  });
  const { [names[0] ?? ""]: _gone, ...others } = portions;
  expect(amountOfDay(slots, weeklyMenu, others)).toBeUndefined();
});
