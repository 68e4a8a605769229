import { useLayoutEffect } from "react";

/** What the page as a whole is styled by: an attribute of <html>, while a component says so. */
type PageMark = "data-dialog" | "data-foot-bar" | "data-docked-card";

/** How many components say so at the moment. */
const bearers = new Map<PageMark, number>();

/**
 * Marks the page while `on`. Style sheets could ask `html:has(...)` instead, but then browsers look through all of the
 * page whenever a box is ticked.
 */
export function usePageMark(mark: PageMark, on: boolean): void {
  useLayoutEffect(() => {
    if (!on) return;
    count(mark, 1);
    return () => count(mark, -1);
  }, [mark, on]);
}

function count(mark: PageMark, change: number): void {
  const bearing = (bearers.get(mark) ?? 0) + change;
  bearers.set(mark, bearing);
  document.documentElement.toggleAttribute(mark, bearing > 0);
}
