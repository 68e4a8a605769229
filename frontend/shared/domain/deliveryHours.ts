import { joinWithAnd } from "~/shared/lib/joinWithAnd";
import { mealHours } from "~/shared/lib/site";
import { clockTime } from "~/shared/lib/timeText";
import type { MealId } from "./weekly/weeklyMenu";

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
