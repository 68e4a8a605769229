/** What had the focus before a toast took it. */
let before: Element | null = null;

/** Remembers where the focus comes from as it moves into the toasts. */
export function rememberFocus(from: EventTarget | null): void {
  before = from instanceof Element ? from : null;
}

/** The focus goes back there from a toast that goes, or to the page where that place is gone. */
export function returnFocus(): void {
  const place = before?.isConnected ? before : document.querySelector("main");
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
