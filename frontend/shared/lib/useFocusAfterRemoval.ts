import { type RefObject, useCallback, useLayoutEffect, useRef } from "react";

/** Spread onto the remove buttons. */
export const REMOVES = { "data-removes": true } as const;

/**
 * Moves the focus when an item is removed from a list: to the next item's button, to the last one's at the end, and to
 * the heading when none is left. `list` contains the buttons with REMOVES; `count` is the number of items. Returns the
 * function to call with the removed item's index.
 */
export function useFocusAfterRemoval(
  list: RefObject<HTMLElement | null>,
  count: number,
  heading: RefObject<HTMLElement | null>,
): (index: number) => void {
  const removed = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (removed.current === null) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("[data-removes]") ?? [])];
    const next = buttons[removed.current] ?? buttons.at(-1) ?? heading.current;
    removed.current = null;
    next?.focus();
  }, [count, list, heading]);
  return useCallback((index) => {
    removed.current = index;
  }, []);
}
