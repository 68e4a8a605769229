import { entryKey } from "./historyState";

/** A click within these limits after a click that changed the view was meant for the previous view. */
const WITHIN_MS = 300;
const WITHIN_PX = 10;

interface Click {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly target: EventTarget | null;
  readonly byKeyboard: boolean;
  /** The history entry, and whether a dialog was open. */
  readonly view: string;
}

/** The last handled click, and the last one that changed the view: another page, or a dialog opened or closed. */
let lastClick: Click | undefined;
let lastNavigation: Click | undefined;
/** The click by a key that is still held down. */
let heldKey: Click | undefined;

/**
 * Ignores the second click of a double click after a change of view: it must neither hit what has just appeared nor
 * navigate twice while the next page loads. In the capture phase of the document, for every link and button.
 */
export function ignoreDoubleClicks(): void {
  document.addEventListener("click", onClick, true);
  // Otherwise it would select a word or open a select of the new view.
  document.addEventListener(
    "mousedown",
    (event) => isDoubleClick(describeClick(event)) && event.preventDefault(),
    true,
  );
  document.addEventListener("keydown", onKeyDown, true);
  document.addEventListener("keyup", () => (heldKey = undefined), true);
}

function onClick(event: MouseEvent): void {
  const click = describeClick(event);
  if (isDoubleClick(click)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  lastClick = click;
  heldKey = click.byKeyboard ? click : undefined;
}

/** A key that is held down clicks repeatedly; any other key may move the focus. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.repeat && heldKey && heldKey.view !== currentView()) event.preventDefault();
  else if (!event.repeat) heldKey = undefined;
  if (event.key !== "Enter" && event.key !== " ") lastClick = lastNavigation = undefined;
}

function isDoubleClick(click: Click): boolean {
  if (lastClick && lastClick.view !== click.view) lastNavigation = lastClick;
  if (!lastNavigation || click.time - lastNavigation.time > WITHIN_MS) return false;
  const isNear = Math.hypot(click.x - lastNavigation.x, click.y - lastNavigation.y) <= WITHIN_PX;
  return isNear || (click.byKeyboard && lastNavigation.byKeyboard && isRemoved(lastNavigation.target));
}

/** Then the page, not the visitor, has moved the focus. */
function isRemoved(target: EventTarget | null): boolean {
  return target instanceof Node && !target.isConnected;
}

/** A keyboard click has no position: the target's centre is used. */
function describeClick(event: MouseEvent): Click {
  const { detail, target, timeStamp: time, isTrusted } = event;
  const view = currentView();
  if (detail > 0 || !(target instanceof Element)) {
    return { time, x: event.clientX, y: event.clientY, target, byKeyboard: false, view };
  }
  const { left, top, width, height } = target.getBoundingClientRect();
  return { time, x: left + width / 2, y: top + height / 2, target, byKeyboard: isTrusted, view };
}

function currentView(): string {
  return `${entryKey()} ${document.querySelector("dialog[open]") !== null}`;
}
