import { useEffect, useLayoutEffect, useRef } from "react";
import { matchPath } from "react-router";
import type { Dish, OrderKind } from "~/shared/domain/menu";
import { type Place, selectionSurvives } from "~/storefront/state/selection/lifecycle";
import { onRemovedByOtherTab, removeSelection } from "~/storefront/state/selection/storage";
import { selections } from "~/storefront/state/selection/store";
import type { OrderPaths } from "./order";

export interface SelectionLifecycleProps {
  /** Path of the address. */
  address: string;
  /** Path of the screen that is shown: the address, once the code of its screen has arrived. */
  displayed: string;
  orders: Readonly<Record<OrderKind, OrderPaths>>;
}

/**
 * Stands above the screens and drops what is left behind: the one place that decides it, by destination. What is
 * stored goes with the address; what the screen in view still shows goes when the visitor has arrived somewhere.
 */
export function SelectionLifecycle({ address, displayed, orders }: SelectionLifecycleProps) {
  const previous = useRef<string | null>(null);
  const abandoned = useRef(new Map<OrderKind, readonly Dish[]>());
  useLayoutEffect(() => {
    for (const kind of Object.keys(orders) as OrderKind[]) {
      const from = previous.current === null ? null : placeOf(previous.current, orders[kind]);
      if (selectionSurvives(from, placeOf(address, orders[kind]))) continue;
      removeSelection(kind);
      abandoned.current.set(kind, selections[kind].getState().selectedItems);
    }
    previous.current = address;
  }, [address, orders]);
  useLayoutEffect(() => {
    if (address !== displayed) return;
    for (const [kind, items] of abandoned.current) {
      const { selectedItems, drop } = selections[kind].getState();
      // A tick on the screen that was still in view has stored it again; what else is there may be another tab's.
      if (selectedItems !== items) removeSelection(kind);
      drop();
    }
    abandoned.current.clear();
  }, [address, displayed]);
  // All tabs share what is stored. One that leaves takes it away, as specified, and one that still has its own
  // selection in hand writes that again: when it hears of it, or comes back from the browser's cache of pages.
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const writeMissing = (kind: OrderKind) => {
      const here = previous.current !== null && placeOf(previous.current, orders[kind]) !== "elsewhere";
      if (here) selections[kind].getState().writeMissing();
    };
    onRemovedByOtherTab(writeMissing, signal);
    window.addEventListener(
      "pageshow",
      ({ persisted }) => persisted && (Object.keys(orders) as OrderKind[]).forEach(writeMissing),
      { signal },
    );
    return () => listening.abort();
  }, [orders]);
  return null;
}

function placeOf(pathname: string, { selection, form }: OrderPaths): Place {
  if (matchPath(selection, pathname)) return "selection";
  return matchPath(form, pathname) ? "form" : "elsewhere";
}
