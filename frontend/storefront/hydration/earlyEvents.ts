/** What was pressed in the prerendered page before its code arrived, in the order of the presses. */
let events: (() => unknown)[] = [];
/** The boxes among them, with how the visitor left each. */
const checkboxes = new Map<HTMLInputElement, boolean>();

/** What answers a press without any code. */
const NATIVE_CONTROLS = "label, input, select, textarea";
/** How long a link waits for the code that changes the screen without loading a page, in ms. */
const LINK_TIMEOUT_MS = 1000;

/** Boxes work without code, for the eye; what is left to buttons, links of ours, or beside a box, waits. */
function onClick(event: MouseEvent): void {
  // Or React, half alive, would answer in the middle of the press.
  event.stopPropagation();
  const target =
    event.target instanceof Element ? event.target.closest<HTMLElement>("button, :not(svg, svg *)") : null;
  if (!target) return;
  if (target instanceof HTMLInputElement && target.type === "checkbox") recordCheckbox(target);
  if (target.closest(NATIVE_CONTROLS)) return;
  const link = target.closest("a");
  if (link) {
    recordLink(link, event);
    return;
  }
  event.preventDefault();
  events.push(() => dispatchClick(event, target));
}

/** A link to another of our screens keeps this page, unless the code is long in coming: then it loads that one. */
function recordLink(link: HTMLAnchorElement, event: MouseEvent): void {
  const { origin, pathname } = window.location;
  const opensElsewhere =
    event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (opensElsewhere || link.target !== "" || link.origin !== origin || link.pathname === pathname) return;
  event.preventDefault();
  const timeout = setTimeout(() => window.location.assign(link.href), LINK_TIMEOUT_MS);
  events.push(() => {
    clearTimeout(timeout);
    dispatchClick(event, link);
  });
}

/** With its place, by which a second press at the same one is known (secondPress.ts). */
function dispatchClick(event: MouseEvent, target: HTMLElement): void {
  target.dispatchEvent(new MouseEvent("click", event));
}

/** However often a box is pressed: what counts is how it was left. */
function recordCheckbox(checkbox: HTMLInputElement): void {
  checkboxes.set(checkbox, checkbox.checked);
}

/** What React last drew (ui/TickBox); the box itself still shows what the visitor made of it. */
function isRenderedChecked(checkbox: HTMLInputElement): boolean {
  return checkbox.dataset.checked !== undefined;
}

/** Keeps what is pressed from now on, until React answers: it hears of none of it before (see onPress). */
export function recordEarlyEvents(): void {
  document.addEventListener("click", onClick, true);
}

/** From now on React answers. */
export function stopRecording(): void {
  document.removeEventListener("click", onClick, true);
}

let resolveReplayed = () => {};

/** Settles once the screen answers and what was pressed early has been done. */
export const replayed = new Promise<void>((resolve) => {
  resolveReplayed = resolve;
});

/**
 * Tells React of the boxes that were pressed early, also before the code that keeps presses was here. In the commit
 * that brings the page alive: from React's state to the visitor's in one task, so that nobody sees a box go back.
 */
export function replayCheckboxes(): void {
  stopRecording();
  const allCheckboxes = document.querySelectorAll<HTMLInputElement>("input[type=checkbox]");
  for (const checkbox of new Set([...checkboxes.keys(), ...allCheckboxes])) {
    const wanted = checkboxes.get(checkbox) ?? checkbox.checked;
    const rendered = isRenderedChecked(checkbox);
    if (wanted === rendered) continue;
    checkbox.checked = rendered;
    checkbox.click();
  }
  checkboxes.clear();
}

/** Does, once, what was pressed early. What each press brings about is drawn before the next. */
export async function replayEarlyEvents(): Promise<void> {
  const recorded = events;
  events = [];
  for (const replay of recorded) {
    replay();
    await Promise.resolve();
  }
  resolveReplayed();
}
