/** In the middle, because bars stick to the window's head and foot. */
const CENTRE = { block: "center", behavior: "instant" } as const;

/** Puts the keyboard into a field and the field into the middle of the window, clear of every bar. */
export function focusField(field: HTMLElement): void {
  field.scrollIntoView(CENTRE);
  field.focus({ preventScroll: true });
}

/**
 * Asks the browser for its own checks. The first wrong field is brought into the middle of the window before the
 * browser puts the focus there and its words beside it.
 */
export function reportFirstInvalid(form: HTMLFormElement): boolean {
  scrollToFirstInvalid(form);
  return form.reportValidity();
}

/** Where the browser checks by itself: before it puts the focus into the first wrong field. */
export function scrollToFirstInvalid(form: HTMLFormElement): void {
  form.querySelector(":is(input, select, textarea):invalid")?.scrollIntoView(CENTRE);
}
