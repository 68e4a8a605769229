import { rules } from "~/shared/catalogue/rules";

/** Meal sections in the order of the day, with their labels. */
export const MEALS = [
  { id: "breakfast", label: "Breakfast" },
  { id: "lunch", label: "Lunch" },
  { id: "dinner", label: "Dinner" },
] as const;

type Meal = (typeof MEALS)[number]["id"];

/** What the form holds, field by field as it was typed. It becomes the wire's shape only when it is sent. */
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

/** The ticked meal sections, in the order of the day. */
export function selectedMeals({ meals }: Pick<OrderFormValues, "meals">): readonly Meal[] {
  return MEALS.map(({ id }) => id).filter((id) => meals[id]);
}
