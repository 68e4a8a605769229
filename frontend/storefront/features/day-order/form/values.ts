import { rules } from "~/shared/catalogue/rules";
import { MEAL_SECTIONS, type MealSectionId } from "~/shared/domain/menu";
import type { DayOrderDetails } from "~/shared/payloads/dayOrder";

/** The form's values as typed. They are converted to the payload on submit. */
export interface OrderFormValues extends DayOrderDetails {
  readonly days: string;
}

export const EMPTY_VALUES: OrderFormValues = {
  firstName: "",
  lastName: "",
  phone: "",
  email: "",
  days: String(rules.days.default),
  meals: { breakfast: false, lunch: false, dinner: false },
  timing: "",
  address: "",
};

export function selectedMeals({ meals }: Pick<OrderFormValues, "meals">): readonly MealSectionId[] {
  return MEAL_SECTIONS.map(({ id }) => id).filter((id) => meals[id]);
}
