/** What was pressed in the prerendered page before its code arrived, in the order of the presses. */
let presses: (() => unknown)[] = [];
/** The boxes among them, with how the visitor left each. */
const boxes = new Map<HTMLInputElement, boolean>();

/** What answers a press without any code. */
const ALIVE_ALREADY = "label, input, select, textarea";
/** How long a link waits for the code that changes the screen without loading a page, in ms. */
const LINK_PATIENCE = 1000;

/** Boxes work without code, for the eye; what is left to buttons, links of ours, or beside a box, waits. */
function onPress(event: MouseEvent): void {
  // Or React, half alive, would answer in the middle of the press.
  event.stopPropagation();
  const pressed =
    event.target instanceof Element ? event.target.closest<HTMLElement>("button, :not(svg, svg *)") : null;
  if (!pressed) return;
  if (pressed instanceof HTMLInputElement && pressed.type === "checkbox") keepTick(pressed);
  if (pressed.closest(ALIVE_ALREADY)) return;
  const link = pressed.closest("a");
  if (link) {
    keepLink(link, event);
    return;
  }
  event.preventDefault();
  presses.push(() => repeat(event, pressed));
}

/** A link to another of our screens keeps this page, unless the code is long in coming: then it loads that one. */
function keepLink(link: HTMLAnchorElement, event: MouseEvent): void {
  const { origin, pathname } = window.location;
  const aside = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (aside || link.target !== "" || link.origin !== origin || link.pathname === pathname) return;
  event.preventDefault();
  const patience = setTimeout(() => window.location.assign(link.href), LINK_PATIENCE);
  presses.push(() => {
    clearTimeout(patience);
    repeat(event, link);
  });
}

/** With its place, by which a second press at the same one is known (secondPress.ts). */
function repeat(event: MouseEvent, pressed: HTMLElement): void {
  pressed.dispatchEvent(new MouseEvent("click", event));
}

/** However often a box is pressed: what counts is how it was left. */
function keepTick(box: HTMLInputElement): void {
  boxes.set(box, box.checked);
}

/** What React last drew (ui/TickBox); the box itself still shows what the visitor made of it. */
function isDrawnTicked(box: HTMLInputElement): boolean {
  return box.dataset.ticked !== undefined;
}

/** Keeps what is pressed from now on, until React answers: it hears of none of it before (see onPress). */
export function keepEarlyPresses(): void {
  document.addEventListener("click", onPress, true);
}

/** From now on React answers. */
export function endEarlyPresses(): void {
  document.removeEventListener("click", onPress, true);
}

let answers = () => {};

/** Settles once the screen answers and what was pressed early has been done. */
export const answering = new Promise<void>((done) => {
  answers = done;
});

/**
 * Tells React of the boxes that were pressed early, also before the code that keeps presses was here. In the commit
 * that brings the page alive: from React's state to the visitor's in one task, so that nobody sees a box go back.
 */
export function takeEarlyTicks(): void {
  endEarlyPresses();
  const others = document.querySelectorAll<HTMLInputElement>("input[type=checkbox]");
  for (const box of new Set([...boxes.keys(), ...others])) {
    const left = boxes.get(box) ?? box.checked;
    const drawn = isDrawnTicked(box);
    if (left === drawn) continue;
    box.checked = drawn;
    box.click();
  }
  boxes.clear();
}

/** Does, once, what was pressed early. What each press brings about is drawn before the next. */
export async function repeatEarlyPresses(): Promise<void> {
  const waiting = presses;
  presses = [];
  for (const press of waiting) {
    press();
    await Promise.resolve();
  }
  answers();
}
