/** Types and labels of the weekly menu (specification, sections 3 and 9): four weeks, three meals, Monday to Saturday. */

import { dishMark } from "../dishMark";
import type { DishMark } from "../menu";

export const WEEKS = ["week1", "week2", "week3", "week4"] as const;

export type WeekId = (typeof WEEKS)[number];

/** The meals in the order of the day. */
export const MEALS = ["breakfast", "lunch", "dinner"] as const;

export type MealId = (typeof MEALS)[number];

export const MEAL_LABELS = { breakfast: "Breakfast", lunch: "Lunch", dinner: "Dinner" } as const;

export type MealLabel = (typeof MEAL_LABELS)[MealId];

/** One meal of one day; price in rupees. */
export interface WeeklyEntry {
  readonly day: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday";
  readonly comboPrice: number;
  /** Names list alternatives separated by " / "; protein is "20g", or "-" where none is stated. */
  readonly items: readonly { readonly img: string; readonly name: string; readonly protein: string }[];
}

/** The six days of each meal of each week. */
export type WeeklyMenu = Readonly<Record<WeekId, Readonly<Record<MealId, readonly WeeklyEntry[]>>>>;

/** 1 to 4. */
export function weekNumber(week: WeekId): number {
  return WEEKS.indexOf(week) + 1;
}

export function weekLabel(week: WeekId): string {
  return `Week ${weekNumber(week)}`;
}

/** The names of a meal's items as one line. */
export function entryTitle(entry: WeeklyEntry): string {
  return entry.items.map((item) => item.name).join(" + ");
}

/** Whether a name contains alternatives. */
export function offersChoice(name: string): boolean {
  return name.includes(" / ");
}

/** The food mark of a meal: non-veg if any of its items or alternatives is. */
export function entryMark(entry: WeeklyEntry): DishMark {
  return dishMark(entryTitle(entry));
}

/** The meals of all days, week by week. */
export function menuEntries(menu: WeeklyMenu): readonly WeeklyEntry[] {
  return WEEKS.flatMap((week) => MEALS.flatMap((meal) => menu[week][meal]));
}
