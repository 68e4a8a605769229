import { useState } from "react";

const FILL_IN = "Please fill this in.";

/** Whether a form may be sent: something is missing, the browser objects to what was typed, or all is well. */
export type FormCheck = "missing" | "malformed" | "complete";

/**
 * The texts of a form whose missing fields have a message of its own instead of the browser's; use it with
 * `noValidate`. After a check that fails, the fields that are still empty are marked until they are filled.
 */
export function useFormValues<Values extends { readonly [Name in keyof Values]: string }>(
  empty: Values,
  required: readonly (keyof Values & string)[],
) {
  const [values, setValues] = useState(empty);
  const [marking, setMarking] = useState(false);
  const isMissing = (name: keyof Values & string) => required.includes(name) && values[name].trim() === "";

  /** What a field of ui needs: name, value, change, mark. */
  function field(name: keyof Values & string) {
    return {
      name,
      value: values[name] as string,
      onChange: (value: string) => setValues((now) => ({ ...now, [name]: value })),
      required: required.includes(name),
      error: marking && isMissing(name) ? FILL_IN : undefined,
    };
  }

  /** The browser speaks (a malformed e-mail address, say) only where nothing is missing. */
  function check(form: HTMLFormElement): FormCheck {
    const missing = required.some(isMissing);
    setMarking(missing);
    if (missing) return "missing";
    return form.reportValidity() ? "complete" : "malformed";
  }

  function clear(): void {
    setMarking(false);
    setValues(empty);
  }

  return { values, field, check, clear };
}
