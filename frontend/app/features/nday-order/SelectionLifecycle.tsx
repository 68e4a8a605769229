import { useLayoutEffect, useRef } from "react";
import { matchPath } from "react-router";
import type { OrderKind } from "~/domain/menu";
import { type Place, selectionSurvives } from "~/domain/selection/lifecycle";
import { selections } from "~/domain/selection/store";
import type { OrderPaths } from "./order";

export interface SelectionLifecycleProps {
  /** Path of the screen that is shown. */
  pathname: string;
  orders: Readonly<Record<OrderKind, OrderPaths>>;
}

/** Stands above the screens and drops what is left behind: the one place that decides it, by destination. */
export function SelectionLifecycle({ pathname, orders }: SelectionLifecycleProps) {
  const previous = useRef<string | null>(null);
  useLayoutEffect(() => {
    for (const kind of Object.keys(orders) as OrderKind[]) {
      const from = previous.current === null ? null : placeOf(previous.current, orders[kind]);
      if (!selectionSurvives(from, placeOf(pathname, orders[kind]))) selections[kind].getState().drop();
    }
    previous.current = pathname;
  }, [pathname, orders]);
  return null;
}

function placeOf(pathname: string, { selection, form }: OrderPaths): Place {
  if (matchPath(selection, pathname)) return "selection";
  return matchPath(form, pathname) ? "form" : "elsewhere";
}
