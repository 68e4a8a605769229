import { rules } from "~/shared/catalogue/rules";

export const MEALS = [
  { id: "breakfast", label: "Breakfast" },
  { id: "lunch", label: "Lunch" },
  { id: "dinner", label: "Dinner" },
] as const;

type Meal = (typeof MEALS)[number]["id"];

/** The form's values as typed. They are converted to the payload on submit. */
export interface OrderFormValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly days: string;
  readonly meals: Readonly<Record<Meal, boolean>>;
  readonly timing: string;
  readonly address: string;
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

export function selectedMeals({ meals }: Pick<OrderFormValues, "meals">): readonly Meal[] {
  return MEALS.map(({ id }) => id).filter((id) => meals[id]);
}
