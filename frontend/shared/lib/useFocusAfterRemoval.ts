import { type RefObject, useCallback, useLayoutEffect, useRef } from "react";

/** Marks the buttons among which the focus moves on. */
export const REMOVES = { "data-removes": true } as const;

/**
 * Keeps the focus near when an item is taken out of a list: on the next item's button, on the last one's behind the
 * end, and on the heading when no button is left. `list` holds the buttons that carry REMOVES; `count` is how many
 * items there are. Returns what to call with the index of the item that goes.
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
