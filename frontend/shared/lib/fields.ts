import type { MouseEvent } from "react";

/** Centred, because sticky bars cover the window's top and bottom. */
const CENTRE = { block: "center", behavior: "instant" } as const;

/** Focuses a field and scrolls it to the middle of the window, clear of sticky bars. */
export function focusField(field: HTMLElement): void {
  field.scrollIntoView(CENTRE);
  field.focus({ preventScroll: true });
}

/** Runs the browser's validation, after scrolling the first invalid field to where its message is not covered. */
export function reportFirstInvalid(form: HTMLFormElement): boolean {
  scrollToFirstInvalid(form);
  return form.reportValidity();
}

/** For forms that the browser validates: call it before the browser focuses the first invalid field. */
export function scrollToFirstInvalid(form: HTMLFormElement): void {
  form.querySelector(":is(input, select, textarea):invalid")?.scrollIntoView(CENTRE);
}

/**
 * Validation beyond the browser's own. Each function returns the message for `setCustomValidity`, or undefined; the
 * browser itself reports empty fields.
 */

/** White space and invisible characters: controls, joiners, fillers, the braille blank. */
const BLANK = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/** The error of a field that contains only blanks. */
export function blankError(text: string): string | undefined {
  return BLANK.test(text) ? "Please fill this in." : undefined;
}

/** The error of a phone number without a digit, in any script. */
export function phoneError(text: string): string | undefined {
  if (text === "" || /\p{Nd}/u.test(text)) return undefined;
  return blankError(text) ?? "Please type your phone number, in digits.";
}

/** True for a click outside a label: on a label the browser already toggles the checkbox. */
export function isBesideLabel(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest("label") === null;
}

/** A ref callback for messages, which may appear below the window's or dialog's edge. */
export function bringIntoView(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: "nearest" });
}
