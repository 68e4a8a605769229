import { mealHours } from "~/shared/lib/site";
import { clockTime, joinWithAnd } from "~/shared/lib/text";
import type { MealId } from "./weekly/weeklyMenu";

/** Delivery days per week. */
const DAYS_A_WEEK = 6;
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six"];

/** Describes a number of days: "12 days: Monday to Saturday, two weeks." */
export function describeDays(days: number): string {
  const weeks = counted(Math.floor(days / DAYS_A_WEEK), "week");
  const rest = days % DAYS_A_WEEK;
  return `${days} days: Monday to Saturday, ${weeks}${rest > 0 ? ` and ${counted(rest, "day")}` : ""}.`;
}

function counted(count: number, noun: string): string {
  return `${NUMBERS[count] ?? count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Warns of a time (07:30, IST) at which the shop does not usually deliver one of these meals; "" when it does, and
 * without a time or a meal. A warning never rejects an order.
 */
export function deliveryHoursNote(time: string, meals: readonly MealId[]): string {
  const unusual = meals.filter((meal) => time < mealHours[meal].from || time > mealHours[meal].to);
  if (time === "" || unusual.length === 0) return "";
  const hours = unusual.map((meal) => {
    const { from, to } = mealHours[meal];
    return `${meal} between ${clockTime(from)} and ${clockTime(to)}`;
  });
  return `We usually deliver ${joinWithAnd(hours)}; we will agree a time when we call.`;
}
