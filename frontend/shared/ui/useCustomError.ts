import { type RefObject, useLayoutEffect } from "react";

/**
 * Makes the browser's own report say this of a field, which is invalid while there is something to say. With every
 * value it is set anew, so that it is gone as soon as the value is right.
 */
export function useCustomError(
  control: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  error = "",
): void {
  useLayoutEffect(() => control.current?.setCustomValidity(error), [control, error]);
}
