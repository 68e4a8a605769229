import { useLayoutEffect, useRef, useState } from "react";
import { focusField, reportFirstInvalid } from "~/shared/lib/fields";
import { carryValues, takeCarriedValues } from "./carriedValues";
import { usePersistedState } from "./usePersistedState";

const FILL_IN = "Please fill this in.";

/** missing: a required field is empty. malformed: the browser's validation failed. */
export type FormCheck = "missing" | "malformed" | "complete";

/** Names of the string values. */
type TextName<Values> = {
  [Name in keyof Values & string]: Values[Name] extends string ? Name : never;
}[keyof Values & string];

export interface FormField {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly required: boolean;
  readonly error: string | undefined;
}

interface FormOptions<Values> {
  /** Name of the values in the history entry; null to persist nothing. */
  readonly persistAs: string | null;
  /** Required string values; `check` reports missing ones itself instead of the browser. */
  readonly required?: readonly TextName<Values>[];
}

/**
 * The values of a form. They are persisted in the history entry of the visit, for reload, back and forward, and closed
 * dialogs, until `clear` or a success.
 */
export function useFormValues<Values extends object>(empty: Values, options: FormOptions<Values>) {
  const { persistAs, required = [] } = options;
  const [values, setValues] = useState(empty);
  const [showsMissing, setShowsMissing] = useState(false);
  const [invalid, setInvalid] = useState<{ readonly field: HTMLElement } | null>(null);
  const isHydrating = useRef(true);
  const textOf = (name: TextName<Values>) => values[name] as string;
  const isMissing = (name: TextName<Values>) => required.includes(name) && textOf(name) === "";

  usePersistedState({
    name: persistAs,
    value: values,
    serialize: (typed) => (isSame(typed, empty) ? undefined : typed),
    restore: (persisted) => {
      const restored = parseLike(empty, persisted);
      const mayHaveInput = isHydrating.current && persisted !== null;
      setValues((current) => (mayHaveInput ? mergeEarlyInput(empty, restored, current) : restored));
    },
  });

  useLayoutEffect(() => {
    isHydrating.current = false;
    const carried = takeCarriedValues(persistAs);
    if (carried) setValues(parseLike(empty, carried));
  }, []);

  // After the message, which scrolls itself into view: the field must scroll last.
  useLayoutEffect(() => {
    if (invalid) focusField(invalid.field);
  }, [invalid]);

  function change(changes: Partial<Values> | ((current: Values) => Partial<Values>)): void {
    setValues((current) => ({ ...current, ...(typeof changes === "function" ? changes(current) : changes) }));
  }

  function field(name: TextName<Values>): FormField {
    return {
      name,
      value: textOf(name),
      onChange: (value: string) => change({ [name]: value } as Partial<Values>),
      required: required.includes(name),
      error: showsMissing && isMissing(name) ? FILL_IN : undefined,
    };
  }

  /**
   * Validates a form with `noValidate`: focuses the first invalid field, and marks missing fields until they are filled.
   * The browser's validation (a malformed e-mail, say) runs only when none is missing.
   */
  function check(form: HTMLFormElement): FormCheck {
    const missing = required.filter(isMissing);
    setShowsMissing(missing.length > 0);
    if (missing.length === 0) return reportFirstInvalid(form) ? "complete" : "malformed";
    const fields = Array.from(form.elements) as HTMLInputElement[];
    const field = fields.find(({ name }) => (missing as string[]).includes(name));
    if (field) setInvalid({ field });
    return "missing";
  }

  function clear(): void {
    setShowsMissing(false);
    setValues(empty);
  }

  /** Carries the current values over to the next form, when the visitor leaves to change the selection. */
  function carry(): void {
    carryValues(persistAs, values);
  }

  return { values, change, field, check, clear, carry };
}

/** The persisted values, overridden by input from before hydration, which is newer. */
function mergeEarlyInput<Values extends object>(empty: Values, persisted: Values, current: Values): Values {
  const typed = Object.entries(current).filter(
    ([name, value]) => !isSame(value, empty[name as keyof Values]),
  );
  return { ...persisted, ...Object.fromEntries(typed) };
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Parses a value into the shape of `model`; fields that do not match get the model's value. For history entries, which
 * are untrusted and may come from an older release.
 */
export function parseLike<Value>(model: Value, value: unknown): Value {
  if (typeof model === "object" && model !== null) {
    const members = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
    const read = Object.entries(model).map(([key, value]) => [key, parseLike(value, members[key])]);
    return Object.fromEntries(read) as Value;
  }
  return typeof value === typeof model ? (value as Value) : model;
}
