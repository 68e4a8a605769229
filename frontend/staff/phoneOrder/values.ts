/** What is typed of the person and the place, field by field; names are the wire's of orders by the day. */
export interface PersonValues {
  readonly name: string;
  readonly lastname: string;
  readonly phone: string;
  readonly email: string;
  readonly timing: string;
  readonly address: string;
}

export const NO_PERSON: PersonValues = {
  name: "",
  lastname: "",
  phone: "",
  email: "",
  timing: "",
  address: "",
};

/** Meal sections in the order of the day, with their labels. */
export const MEAL_SECTIONS = [
  { id: "breakfast", label: "Breakfast" },
  { id: "lunch", label: "Lunch" },
  { id: "dinner", label: "Dinner" },
] as const;

export type Sections = Readonly<Record<(typeof MEAL_SECTIONS)[number]["id"], boolean>>;
