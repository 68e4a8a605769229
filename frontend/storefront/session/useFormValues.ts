import { useLayoutEffect, useRef, useState } from "react";
import { focusField, reportFirstInvalid } from "#shared/lib/focusField.ts";
import { parseLike } from "./parseLike";
import { usePersistedState } from "./usePersistedState";
import { visitToken } from "./visits";

/** What was typed into a form that its own link has left, to change what is ordered. In memory alone. */
let carriedValues:
  | { readonly name: string | null; readonly visit: string; readonly values: object }
  | undefined;

const FILL_IN = "Please fill this in.";

/** Whether a form may be sent: something is missing, the browser objects to what was typed, or all is well. */
export type FormCheck = "missing" | "malformed" | "complete";

/** Names of the values that are texts. */
type TextName<Values> = {
  [Name in keyof Values & string]: Values[Name] extends string ? Name : never;
}[keyof Values & string];

/** What a text field of ui needs: name, value, change, mark. */
export interface FormField {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly required: boolean;
  readonly error: string | undefined;
}

export interface FormOptions<Values> {
  /** Name under which the history entry keeps what was typed; null for a form of which nothing may be kept. */
  readonly persistAs: string | null;
  /** Texts that must be filled in; with `check` a missing one has the form's own message, not the browser's. */
  readonly required?: readonly TextName<Values>[];
}

/**
 * What a form holds: the one way, for every form. Values stay in the history entry of the visit, so that a reload,
 * back and forward, or a closed dialog lose nothing; `clear` and a success end that.
 */
export function useFormValues<Values extends object>(empty: Values, options: FormOptions<Values>) {
  const { persistAs, required = [] } = options;
  const [values, setValues] = useState(empty);
  const [showsMissing, setShowsMissing] = useState(false);
  const [invalid, setInvalid] = useState<{ readonly field: HTMLElement } | null>(null);
  const isHydrating = useRef(true);
  const textOf = (name: TextName<Values>) => values[name] as string;
  const isMissing = (name: TextName<Values>) => required.includes(name) && textOf(name).trim() === "";

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
    if (carriedValues?.name === persistAs && carriedValues.visit === visitToken())
      setValues(carriedValues.values as Values);
    carriedValues = undefined;
  }, []);

  // After the message that comes with it, which brings itself into view: the field has the last word.
  useLayoutEffect(() => {
    if (invalid) focusField(invalid.field);
  }, [invalid]);

  function change(changes: Partial<Values>): void {
    setValues((current) => ({ ...current, ...changes }));
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
   * For forms with `noValidate`: after a check that fails the first wrong field has the focus, and fields that are
   * missing are marked until they are filled. The browser speaks (a malformed e-mail, say) only where none is.
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

  /** The visitor goes to change what is ordered: the form that comes next begins with what is typed now. */
  function carry(): void {
    carriedValues = { name: persistAs, visit: visitToken(), values };
  }

  return { values, change, field, check, clear, carry };
}

/** What is kept, but for what was typed before the page came alive, which is newer. */
function mergeEarlyInput<Values extends object>(empty: Values, persisted: Values, current: Values): Values {
  const typed = Object.entries(current).filter(
    ([name, value]) => !isSame(value, empty[name as keyof Values]),
  );
  return { ...persisted, ...Object.fromEntries(typed) };
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
