import { expect, test } from "vitest";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { selectedMeals, slotsOfMeals } from "./selectedMeals";
import { allSlots, NO_SLOTS, selectDay } from "./slots";

test("a selected day becomes an item with id, picture, the day's item names, and the meal as its category", () => {
  const slots = selectDay(NO_SLOTS, { week: "week1", meal: "breakfast" }, 0, true);
  expect(selectedMeals(slots, weeklyMenu)).toEqual([
    {
      id: "W1-B-Monday",
      image: "idli-sambar",
      title: "Idli / Podi Idli + ABC Juice",
      desc: "Week 1, Monday · 9g protein",
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
