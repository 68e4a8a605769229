/** Clicks and submissions before hydration, in order, as functions that replay them. */
let events: (() => unknown)[] = [];
/** Checkboxes changed before hydration, with their last state. */
const checkboxes = new Map<HTMLInputElement, boolean>();

/** Elements that respond to clicks without code. */
const NATIVE_CONTROLS = "label, input, select, textarea";
/** How long an internal link waits for client-side navigation. */
const LINK_TIMEOUT_MS = 1000;

/** Records a click; native controls also respond immediately, buttons and internal links wait for the replay. */
function onClick(event: MouseEvent): void {
  // Keeps React from handling the click while it hydrates.
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

/** Records Enter in a form without a submit button; with one, browsers click it instead. */
function onSubmit(event: SubmitEvent): void {
  event.preventDefault();
  event.stopPropagation();
  const { target } = event;
  events.push(() => target?.dispatchEvent(new SubmitEvent("submit", event)));
}

/** An internal link is replayed as client-side navigation, or loads its page after the timeout. */
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

/** Includes the pointer's position, by which ignoreDoubleClicks.ts detects double clicks. */
function dispatchClick(event: MouseEvent, target: HTMLElement): void {
  target.dispatchEvent(new MouseEvent("click", event));
}

/** Only a checkbox's last state counts. */
function recordCheckbox(checkbox: HTMLInputElement): void {
  checkboxes.set(checkbox, checkbox.checked);
}

/** The state that React rendered (ui/CheckboxInput); `checked` is the visitor's. */
function isRenderedChecked(checkbox: HTMLInputElement): boolean {
  return checkbox.dataset.checked !== undefined;
}

/** Records clicks and submissions from now on, hidden from React (see onClick). */
export function recordEarlyEvents(): void {
  document.addEventListener("click", onClick, true);
  document.addEventListener("submit", onSubmit, true);
}

/** From now on React handles clicks and submissions. */
export function stopRecording(): void {
  document.removeEventListener("click", onClick, true);
  document.removeEventListener("submit", onSubmit, true);
}

let resolveReplayed = () => {};

/** Resolves once the screen is hydrated and the early events have been replayed. */
export const replayed = new Promise<void>((resolve) => {
  resolveReplayed = resolve;
});

/** Undoes what the browser did to checkboxes: WebKit resets a form with autocomplete="off" when Back shows its page again. */
function restoreRendered(): void {
  for (const checkbox of allCheckboxes()) checkbox.checked = isRenderedChecked(checkbox);
}

function allCheckboxes(): NodeListOf<HTMLInputElement> {
  return document.querySelectorAll("input[type=checkbox]");
}

/**
 * Replays changed checkboxes, including those changed before recording started. Runs in the hydration commit: resetting
 * to React's state and clicking happen in one task, so that no checkbox flickers. From then on React's state wins whenever
 * the page is shown.
 */
export function replayCheckboxes(): void {
  stopRecording();
  for (const checkbox of new Set([...checkboxes.keys(), ...allCheckboxes()])) {
    const wanted = checkboxes.get(checkbox) ?? checkbox.checked;
    const rendered = isRenderedChecked(checkbox);
    if (wanted === rendered) continue;
    checkbox.checked = rendered;
    checkbox.click();
  }
  checkboxes.clear();
  // WebKit resets after the event, before the next task.
  window.addEventListener("pageshow", () => setTimeout(restoreRendered));
}

/** Replays the recorded clicks once. The effect of each is rendered before the next. */
export async function replayEarlyEvents(): Promise<void> {
  const recorded = events;
  events = [];
  for (const replay of recorded) {
    replay();
    await Promise.resolve();
  }
  resolveReplayed();
}
