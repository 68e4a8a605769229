import { joinWithAnd } from "~/shared/lib/joinWithAnd";
import { mealHours } from "~/shared/lib/site";
import type { MealId } from "./weekly/weeklyMenu";

/**
 * What to say of a time (07:30) at which the shop does not usually deliver one of these meals; "" for a good one,
 * and where no time or no meal has been chosen yet. It is never a reason to refuse an order.
 */
export function deliveryHoursNote(time: string, meals: readonly MealId[]): string {
  const unusual = meals.filter((meal) => time < mealHours[meal].from || time > mealHours[meal].to);
  if (time === "" || unusual.length === 0) return "";
  const hours = unusual.map((meal) => `${meal} between ${mealHours[meal].from} and ${mealHours[meal].to}`);
  return `We usually deliver ${joinWithAnd(hours)}; we will agree a time when we call.`;
}
