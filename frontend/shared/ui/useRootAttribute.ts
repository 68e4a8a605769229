import { useLayoutEffect } from "react";

/** What the page as a whole is styled by: an attribute of <html>, while a component says so. */
type RootAttribute = "data-dialog" | "data-foot-bar" | "data-docked-card";

/** How many components say so at the moment. */
const bearers = new Map<RootAttribute, number>();

/**
 * Marks the page while `on`. Style sheets could ask `html:has(...)` instead, but then browsers look through all of the
 * page whenever a box is ticked.
 */
export function useRootAttribute(mark: RootAttribute, on: boolean): void {
  useLayoutEffect(() => {
    if (!on) return;
    count(mark, 1);
    return () => count(mark, -1);
  }, [mark, on]);
}

function count(mark: RootAttribute, change: number): void {
  const bearing = (bearers.get(mark) ?? 0) + change;
  bearers.set(mark, bearing);
  document.documentElement.toggleAttribute(mark, bearing > 0);
}
