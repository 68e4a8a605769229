import { expect, test } from "vitest";
import { NO_SLOTS, selectDay, weekCount } from "~/shared/domain/weekly/slots";
import type { WeekId } from "~/shared/domain/weekly/weeklyMenu";
import { changeMenu, INITIAL_MENU, type MenuChange } from "./menuState";

const select = (week: WeekId, on: boolean): MenuChange => ({ kind: "week", week, on });
const fold = (week: WeekId, isOpen: boolean): MenuChange => ({ kind: "fold", week, isOpen });

function openAfter(...changes: readonly MenuChange[]): readonly WeekId[] {
  return changes.reduce(changeMenu, INITIAL_MENU).openWeeks;
}

test("week 1 is open at first", () => {
  expect(openAfter()).toEqual(["week1"]);
});

test("weeks open and close, and stay in the order of the menu", () => {
  expect(openAfter(fold("week3", true), fold("week2", true))).toEqual(["week1", "week2", "week3"]);
  expect(openAfter(fold("week3", true), fold("week1", false))).toEqual(["week3"]);
});

test("a week in which meals are selected opens, and stays open without them", () => {
  expect(openAfter(select("week2", true))).toEqual(["week1", "week2"]);
  expect(openAfter(select("week2", true), select("week2", false))).toEqual(["week1", "week2"]);
});

test("a week that was closed keeps its meals, and opens with the next that is selected in it", () => {
  const closed = [select("week2", true), fold("week2", false)];
  expect(openAfter(...closed)).toEqual(["week1"]);
  expect(weekCount(closed.reduce(changeMenu, INITIAL_MENU).slots, "week2")).toBe(18);
  expect(openAfter(...closed, select("week2", false))).toEqual(["week1"]);
  expect(openAfter(...closed, select("week2", false), select("week2", true))).toEqual(["week1", "week2"]);
});

test("restored meals open their week beside the weeks that were open", () => {
  const slots = selectDay(NO_SLOTS, { week: "week4", meal: "dinner" }, 5, true);
  expect(openAfter({ kind: "restore", slots, openWeeks: ["week2"] })).toEqual(["week2", "week4"]);
});
