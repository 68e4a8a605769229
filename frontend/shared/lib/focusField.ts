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
