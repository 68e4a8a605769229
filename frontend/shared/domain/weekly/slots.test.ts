import { describe, expect, test } from "vitest";
import {
  allSlots,
  joinSlots,
  mealState,
  NO_SLOTS,
  readSlots,
  type SlotPlace,
  selectDay,
  selectMeal,
  selectWeek,
  slotCount,
  weekCount,
  weekState,
} from "./slots";

const DAYS = 6;
const lunch: SlotPlace = { week: "week2", meal: "lunch" };

test("selecting a day adds it to that meal of that week and to no other", { tags: "spec:3.4" }, () => {
  const slots = selectDay(NO_SLOTS, lunch, 3, true);
  expect(slots).toEqual({ ...NO_SLOTS, week2: { breakfast: [], lunch: [3], dinner: [] } });
});

test("selecting a day twice does not list it twice", { tags: "spec:4.4" }, () => {
  expect(selectDay(selectDay(NO_SLOTS, lunch, 3, true), lunch, 3, true).week2.lunch).toEqual([3]);
});

test("days are sorted by weekday", () => {
  const slots = [5, 0, 2].reduce((selected, day) => selectDay(selected, lunch, day, true), NO_SLOTS);
  expect(slots.week2.lunch).toEqual([0, 2, 5]);
});

test("joining two selections yields their union without duplicates", () => {
  const one = selectDay(selectDay(NO_SLOTS, lunch, 3, true), lunch, 5, true);
  const other = selectDay(selectDay(NO_SLOTS, lunch, 0, true), lunch, 3, true);
  expect(joinSlots(one, other).week2.lunch).toEqual([0, 3, 5]);
});

test("deselecting a day removes that day only", () => {
  expect(selectDay(allSlots(DAYS), lunch, 3, false).week2.lunch).toEqual([0, 1, 2, 4, 5]);
});

test("meal select-all selects all six or none", () => {
  const some = selectDay(NO_SLOTS, lunch, 3, true);
  expect(selectMeal(some, lunch, DAYS, true).week2).toEqual({
    breakfast: [],
    lunch: [0, 1, 2, 3, 4, 5],
    dinner: [],
  });
  expect(selectMeal(some, lunch, DAYS, false)).toEqual(NO_SLOTS);
});

test("week select-all selects the week's eighteen or none", () => {
  const week = selectWeek(NO_SLOTS, "week4", DAYS, true);
  expect(slotCount(week)).toBe(18);
  expect([weekCount(week, "week4"), weekCount(week, "week1")]).toEqual([18, 0]);
  expect(week.week4).toEqual(allSlots(DAYS).week4);
  expect(selectWeek(week, "week4", DAYS, false)).toEqual(NO_SLOTS);
});

test("all slots are 72", () => {
  expect(slotCount(allSlots(DAYS))).toBe(72);
});

describe("a table's select-all is checked when the selected days equal the number of days", () => {
  test.each([
    [[], "none"],
    [[2], "some"],
    [[0, 1, 2, 3, 4], "some"],
    [[0, 1, 2, 3, 4, 5], "all"],
  ] as const)("%j days ticked: %s", (days, selected) => {
    const slots = days.reduce((soFar, day) => selectDay(soFar, lunch, day, true), NO_SLOTS);
    expect(mealState(slots, lunch, DAYS)).toBe(selected);
  });
});

describe("the week box is checked when all three meals are full", () => {
  const week = "week2";
  const twoMeals = selectMeal(selectMeal(NO_SLOTS, lunch, DAYS, true), { week, meal: "dinner" }, DAYS, true);
  test.each([
    ["nothing is ticked", NO_SLOTS, "none"],
    ["another week is full", selectWeek(NO_SLOTS, "week1", DAYS, true), "none"],
    ["one day is ticked", selectDay(NO_SLOTS, lunch, 0, true), "some"],
    ["two meals are full", twoMeals, "some"],
    ["all meals are full", selectMeal(twoMeals, { week, meal: "breakfast" }, DAYS, true), "all"],
    ["one day of them is missing", selectDay(allSlots(DAYS), lunch, 5, false), "some"],
  ] as const)("%s", (_name, slots, selected) => {
    expect(weekState(slots, week, DAYS)).toBe(selected);
  });
});

describe("a day that is sold out", () => {
  const isSoldOut = ({ week, meal }: SlotPlace, day: number) =>
    week === "week2" && (meal === "dinner" || (meal === "lunch" && day === 3));

  test("is not reached by any select-all", () => {
    expect(selectMeal(NO_SLOTS, lunch, DAYS, true, isSoldOut).week2.lunch).toEqual([0, 1, 2, 4, 5]);
    expect(slotCount(selectWeek(NO_SLOTS, "week2", DAYS, true, isSoldOut))).toBe(11);
    expect(slotCount(allSlots(DAYS, isSoldOut))).toBe(65);
  });

  test("is not missing for a select-all to be checked", () => {
    const slots = selectWeek(NO_SLOTS, "week2", DAYS, true, isSoldOut);
    expect(mealState(slots, lunch, DAYS, isSoldOut)).toBe("all");
    expect(weekState(slots, "week2", DAYS, isSoldOut)).toBe("all");
    expect(weekState(selectDay(slots, lunch, 0, false), "week2", DAYS, isSoldOut)).toBe("some");
    expect(mealState(slots, { week: "week2", meal: "dinner" }, DAYS, isSoldOut)).toBe("none");
  });
});

describe("slots from a history entry", () => {
  const selected = selectDay(
    selectMeal(NO_SLOTS, lunch, DAYS, true),
    { week: "week4", meal: "dinner" },
    1,
    true,
  );
  test("are read back unchanged", () => {
    expect(readSlots(JSON.parse(JSON.stringify(selected)), DAYS)).toEqual(selected);
  });
  test("count once each, in the order of the week", () => {
    const twice = { ...NO_SLOTS, week1: { ...NO_SLOTS.week1, dinner: [3, 1, 3] } };
    expect(readSlots(twice, DAYS)?.week1.dinner).toEqual([1, 3]);
  });
  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["a text", "week1"],
    ["a week missing", { week1: selected.week1 }],
    ["a day that no week has", { ...selected, week1: { ...selected.week1, lunch: [6] } }],
    ["a day in words", { ...selected, week1: { ...selected.week1, lunch: ["1"] } }],
  ])("%s is no selection", (_name, value) => {
    expect(readSlots(value, DAYS)).toBeNull();
  });
});
