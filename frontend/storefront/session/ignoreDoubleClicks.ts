import { entryKey } from "./historyState";

/** A second press this soon after one that led on, and this near to it, was meant for what is gone: in ms and pixels. */
const WITHIN_MS = 300;
const WITHIN_PX = 10;

interface Click {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly target: EventTarget | null;
  readonly byKeyboard: boolean;
  /** What was in view: the entry of the history, and whether a dialog was open over it. */
  readonly view: string;
}

/** The last press that was answered, and the last one that led on: to another page, or into or out of a dialog. */
let lastClick: Click | undefined;
let lastNavigation: Click | undefined;
/** The press of a key that is still held down. */
let heldKey: Click | undefined;

/**
 * One press is one navigation: the second click of a double click must not press what has just come into view, nor go
 * the same way once more while the next page is on its way. For every link and button, at the one place that all
 * clicks pass first.
 */
export function ignoreDoubleClicks(): void {
  document.addEventListener("click", onClick, true);
  // Or it would select a word, or open a list, of the page that has come.
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

/** A key that is held down presses again and again; any other key may move the focus to another place. */
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

/** Then the page has moved the focus, not the visitor, and a key presses wherever that is. */
function isRemoved(target: EventTarget | null): boolean {
  return target instanceof Node && !target.isConnected;
}

/** A press without a pointer has no place: the middle of what it presses stands for it. */
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
