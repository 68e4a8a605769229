import { type RefObject, useLayoutEffect, useState } from "react";

/** From this width there is a column beside the dishes; the same as in SelectionScreen.module.css. */
const COLUMN = "(min-width: 72rem)";

/** Minimum height in pixels for the list, the totals and the button; below it the summary is a bar. */
const CARD_NEEDS = 380;

/** Distance of the card from the bottom of the window, in pixels. */
const FOOT = 16;

export type SummaryPlace = "card" | "bar" | "end";

/**
 * Whether the summary is a card in its column, a bar at the bottom of the window, or after the dishes: a card only while
 * the visible part of the column has room for it, so that total and button are in view at every scroll position; after
 * the dishes when sticky elements have no room. The height is passed to the styles as `--room`. `column` is as high as
 * the dishes, its `bottom` that of sticky bars; its child sticks below the header.
 */
export function useSummaryPlace(column: RefObject<HTMLElement | null>): SummaryPlace {
  const [place, setPlace] = useState<SummaryPlace>("bar");
  useLayoutEffect(() => {
    const element = column.current;
    if (!element) return;
    const wide = window.matchMedia(COLUMN);
    const measure = () => {
      const room = roomIn(element);
      const sticks = Number.parseFloat(getComputedStyle(element).bottom) >= 0;
      setPlace(!sticks ? "end" : wide.matches && room >= CARD_NEEDS ? "card" : "bar");
      element.style.setProperty("--room", `${room}px`);
      keepFocusInList(element);
    };
    measure();
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    window.addEventListener("scroll", measure, options);
    window.addEventListener("resize", measure, options);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    observer.observe(element);
    return () => {
      listening.abort();
      observer.disconnect();
    };
  }, [column]);
  return place;
}

/** Height in pixels from the sticky header to the end of the column or window. */
function roomIn(column: HTMLElement): number {
  const { top, bottom } = column.getBoundingClientRect();
  const { paddingTop } = getComputedStyle(column);
  const sticky = column.firstElementChild;
  const stuckAt = sticky ? Number.parseFloat(getComputedStyle(sticky).top) : 0;
  const from = Math.max(top + Number.parseFloat(paddingTop), stuckAt || 0);
  return Math.floor(Math.min(bottom, window.innerHeight - FOOT) - from);
}

/** Scrolls the focused button into view when the list shrinks, without scrolling the page. */
function keepFocusInList(column: HTMLElement): void {
  const focused = document.activeElement;
  const list = column.contains(focused) && focused?.closest("ul");
  if (!focused || !list) return;
  const { top, bottom } = focused.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  list.scrollTop += Math.max(0, bottom - frame.bottom) - Math.max(0, frame.top - top);
}
