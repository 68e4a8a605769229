/** The element that had the focus before a toast. */
let before: Element | null = null;

export function rememberFocus(from: EventTarget | null): void {
  before = from instanceof Element ? from : null;
}

/** Returns the focus when a toast closes; to the page if the element is gone. */
export function returnFocus(): void {
  const place = before?.isConnected ? before : document.querySelector("main");
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
