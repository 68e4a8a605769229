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

/** Somebody who is known: what is filled in, and in words which dishes clash or are not known, by their names. */
export interface Caller {
  readonly person: Partial<PersonValues>;
  /** Sections of the last order. */
  readonly meals: readonly string[];
  readonly warnings: Readonly<Record<string, string>>;
}

/** The caller of the page; nobody where it names none. */
export function callerIn(page: Document): Caller {
  return (
    JSON.parse(page.getElementById("caller")?.textContent ?? "null") ?? {
      person: {},
      meals: [],
      warnings: {},
    }
  );
}

/** Meal sections in the order of the day, with their labels. */
export const MEAL_SECTIONS = [
  { id: "breakfast", label: "Breakfast" },
  { id: "lunch", label: "Lunch" },
  { id: "dinner", label: "Dinner" },
] as const;

export type Sections = Readonly<Record<(typeof MEAL_SECTIONS)[number]["id"], boolean>>;
