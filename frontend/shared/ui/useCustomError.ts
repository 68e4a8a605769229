import { type RefObject, useLayoutEffect } from "react";

/** Sets a field's custom validity: it is invalid, with this message, until the error is empty. */
export function useCustomError(
  control: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  error = "",
): void {
  useLayoutEffect(() => control.current?.setCustomValidity(error), [control, error]);
}
