import { orderedDay } from "~/shared/domain/combos/dayNames";
import { slotCount } from "~/shared/domain/weekly/slots";
import type { MealId, WeekId } from "~/shared/domain/weekly/weeklyMenu";
import type { ComboHandover } from "../handover";
import type { ComboFormValues } from "./values";

/** The body of the call: keys, their order and their types are the contract's (specification, sections 3 and 7). */
export function comboPayload(values: ComboFormValues, handover: ComboHandover, days: number) {
  const { selectedItems, mealImages, finalAmount, discount } = handover;
  const dayNames = (week: WeekId, meal: MealId) =>
    selectedItems[week][meal].map((index) => orderedDay(mealImages[week][meal][index]?.day, index));
  const mealsOf = (week: WeekId) => ({
    breakfast: dayNames(week, "breakfast"),
    lunch: dayNames(week, "lunch"),
    dinner: dayNames(week, "dinner"),
  });
  return {
    name: values.firstName,
    lastname: values.lastName,
    phone: values.phone,
    email: values.email,
    address: values.address,
    deliveryTime: values.deliveryTime,
    days,
    totalSelected: slotCount(selectedItems),
    selectedItems: {
      week1: mealsOf("week1"),
      week2: mealsOf("week2"),
      week3: mealsOf("week3"),
      week4: mealsOf("week4"),
    },
    finalAmount,
    discount,
  };
}
