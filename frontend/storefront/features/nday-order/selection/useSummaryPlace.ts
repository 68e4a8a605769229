import { type RefObject, useLayoutEffect, useState } from "react";

/** From here on there is a column beside the dishes; the same width stands in SelectionScreen.module.css. */
const COLUMN = "(min-width: 72rem)";

/** Less than this, in pixels, does not show a list, the totals and the button: then the summary is a bar. */
const CARD_NEEDS = 380;

/** What the card keeps clear of the window's foot, in pixels. */
const FOOT = 16;

export type SummaryPlace = "card" | "bar";

/**
 * Whether the summary stands in its column as a card or at the window's foot as a bar: a card only while the part
 * of the column that is in view has room for it, so that total and button are in view wherever the page is scrolled.
 * The room is handed to the styles as `--room`. `column` is as high as the dishes; its child sticks below the header.
 */
export function useSummaryPlace(column: RefObject<HTMLElement | null>): SummaryPlace {
  const [place, setPlace] = useState<SummaryPlace>("bar");
  useLayoutEffect(() => {
    const element = column.current;
    if (!element) return;
    const wide = window.matchMedia(COLUMN);
    const measure = () => {
      const room = roomIn(element);
      setPlace(wide.matches && room >= CARD_NEEDS ? "card" : "bar");
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

/** The pixels of the column between what sticks above it and its own end, or the window's. */
function roomIn(column: HTMLElement): number {
  const { top, bottom } = column.getBoundingClientRect();
  const { paddingTop } = getComputedStyle(column);
  const sticky = column.firstElementChild;
  const stuckAt = sticky ? Number.parseFloat(getComputedStyle(sticky).top) : 0;
  const from = Math.max(top + Number.parseFloat(paddingTop), stuckAt || 0);
  return Math.floor(Math.min(bottom, window.innerHeight - FOOT) - from);
}

/** A list that gives way would hide the button in it that has the focus; the page itself stays where it is. */
function keepFocusInList(column: HTMLElement): void {
  const focused = document.activeElement;
  const list = column.contains(focused) && focused?.closest("ul");
  if (!focused || !list) return;
  const { top, bottom } = focused.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  list.scrollTop += Math.max(0, bottom - frame.bottom) - Math.max(0, frame.top - top);
}
