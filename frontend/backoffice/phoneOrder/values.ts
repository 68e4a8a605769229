/** The text fields of the form, named as in the payload of a day order. */
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

/** A known customer: initial field values, and a warning for each dish that clashes or is unknown, keyed by its name. */
export interface Caller {
  readonly person: Partial<PersonValues>;
  /** Meal sections of the last order. */
  readonly meals: readonly string[];
  readonly warnings: Readonly<Record<string, string>>;
}

/** The caller that the page names; empty when it names none. */
export function readCaller(page: Document): Caller {
  return (
    JSON.parse(page.getElementById("caller")?.textContent ?? "null") ?? {
      person: {},
      meals: [],
      warnings: {},
    }
  );
}

/** Renames the name fields for the payload builders, which the storefront shares. */
export function toDetails({ name, lastname, ...rest }: PersonValues) {
  return { firstName: name, lastName: lastname, ...rest };
}
