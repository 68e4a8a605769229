import { useLayoutEffect } from "react";

/** Attributes of <html> by which style sheets change the whole page. */
type RootAttribute = "data-dialog" | "data-foot-bar" | "data-docked-card";

/** The number of components that currently set each attribute. */
const bearers = new Map<RootAttribute, number>();

/** Sets the attribute while `on`. `html:has(...)` would make browsers scan the page on every change of a checkbox. */
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
