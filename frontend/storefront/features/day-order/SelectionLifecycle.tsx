import { useEffect, useLayoutEffect, useRef } from "react";
import { matchPath } from "react-router";
import type { Dish, OrderKind } from "~/shared/domain/menu";
import { onRemovedByOtherTab, removeSelection } from "~/storefront/state/selection/storage";
import { selections } from "~/storefront/state/selection/store";
import type { OrderPaths } from "./order";

interface SelectionLifecycleProps {
  /** Path of the URL. */
  address: string;
  /** Path of the displayed screen: the URL's, once the code of its screen has loaded. */
  displayed: string;
  orders: Readonly<Record<OrderKind, OrderPaths>>;
}

/**
 * Drops abandoned selections, decided by destination; the only place that does. The stored selection is removed when the
 * URL changes, the one in memory when the next screen is displayed, because the previous one still shows it.
 */
export function SelectionLifecycle({ address, displayed, orders }: SelectionLifecycleProps) {
  const previous = useRef<string | null>(null);
  const abandoned = useRef(new Map<OrderKind, readonly Dish[]>());
  useLayoutEffect(() => {
    for (const kind of Object.keys(orders) as OrderKind[]) {
      const from = previous.current === null ? null : placeOf(previous.current, orders[kind]);
      if (selectionSurvives(from, placeOf(address, orders[kind]))) continue;
      removeSelection(kind);
      if (from !== null) abandoned.current.set(kind, selections[kind].getState().selectedItems);
    }
    previous.current = address;
  }, [address, orders]);
  useLayoutEffect(() => {
    if (address !== displayed) return;
    for (const [kind, items] of abandoned.current) {
      const { selectedItems, drop } = selections[kind].getState();
      // A change on the still displayed screen has stored it again; anything else may be another tab's.
      if (selectedItems !== items) removeSelection(kind);
      drop();
    }
    abandoned.current.clear();
  }, [address, displayed]);
  // Tabs share storage. A tab that leaves removes the selection, as specified; a tab that still displays its own
  // stores it again: on the storage event, or when it is shown again, because a frozen tab gets none.
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const writeMissing = (kind: OrderKind) => {
      const here = previous.current !== null && placeOf(previous.current, orders[kind]) !== "elsewhere";
      if (here) selections[kind].getState().writeMissing();
    };
    onRemovedByOtherTab(writeMissing, signal);
    const onShown = () => !document.hidden && (Object.keys(orders) as OrderKind[]).forEach(writeMissing);
    window.addEventListener("pageshow", onShown, { signal });
    document.addEventListener("visibilitychange", onShown, { signal });
    return () => listening.abort();
  }, [orders]);
  return null;
}

function placeOf(pathname: string, { selection, form }: OrderPaths): Place {
  if (matchPath(selection, pathname)) return "selection";
  return matchPath(form, pathname) ? "form" : "elsewhere";
}

/** A path's relation to one kind of order. */
export type Place = "selection" | "form" | "elsewhere";

/**
 * Whether a selection survives a navigation, decided by the destination (specification, sections 3 and 4): only from its
 * menu to its form, or a reload. `from` is null when the page loads: the visitor may have left by an external link.
 */
export function selectionSurvives(from: Place | null, to: Place): boolean {
  if (from === null) return to !== "elsewhere";
  if (from === "elsewhere") return true;
  return to === "form" || (from === "selection" && to === "selection");
}
