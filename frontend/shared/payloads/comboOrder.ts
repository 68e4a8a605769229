import { orderedDay } from "~/shared/domain/combos/selection";
import { type Slots, slotCount } from "~/shared/domain/weekly/slots";
import type { MealId, WeekId } from "~/shared/domain/weekly/weeklyMenu";

export interface ComboOrderDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly deliveryTime: string;
  readonly address: string;
}

/** The selected slots, the menu entries whose day names are sent, and the amounts in rupees. */
export interface ComboOrderSelection {
  readonly selectedItems: Slots;
  readonly mealImages: Readonly<
    Record<WeekId, Readonly<Record<MealId, readonly { readonly day?: string }[]>>>
  >;
  readonly finalAmount: number;
  readonly discount: number;
}

/** The payload of the call: keys, their order and their types are the contract's (specification, sections 3 and 7). */
export function comboPayload(details: ComboOrderDetails, selection: ComboOrderSelection, days: number) {
  const { selectedItems, mealImages, finalAmount, discount } = selection;
  const dayNames = (week: WeekId, meal: MealId) =>
    selectedItems[week][meal].map((index) => orderedDay(mealImages[week][meal][index]?.day, index));
  const mealsOf = (week: WeekId) => ({
    breakfast: dayNames(week, "breakfast"),
    lunch: dayNames(week, "lunch"),
    dinner: dayNames(week, "dinner"),
  });
  return {
    name: details.firstName,
    lastname: details.lastName,
    phone: details.phone,
    email: details.email,
    address: details.address,
    deliveryTime: details.deliveryTime,
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
