import { useLayoutEffect } from "react";
import { useStore } from "zustand";
import type { OrderKind } from "~/shared/domain/menu";
import { takeNavigationState } from "~/storefront/session/historyState";
import { type Selection, selections } from "~/storefront/state/selection/store";
import type { NDayOrder } from "./order";

/** What the form's link to its menu carries: the ids of the dishes. */
interface SelectionNavigationState {
  readonly selectedItems: readonly string[];
}

/** A part of one kind's selection; the component draws again only when that part changes. */
export function useSelection<Part>(kind: OrderKind, part: (selection: Selection) => Part): Part {
  return useStore(selections[kind], part);
}

/** Ticks again what the form has handed back to its menu. */
export function useNavigationSelection({ kind, menu }: NDayOrder): void {
  useLayoutEffect(() => {
    const { selectedItems } = Object(takeNavigationState()) as Partial<SelectionNavigationState>;
    if (Array.isArray(selectedItems) && selectedItems.length > 0)
      selections[kind].getState().acceptNavigationState(menu, selectedItems);
  }, [kind, menu]);
}

/** Reads the stored selection back, after hydration and before anything else is painted. */
export function useRestoredSelection({ kind, menu }: NDayOrder): void {
  useLayoutEffect(() => selections[kind].getState().restore(menu), [kind, menu]);
}
