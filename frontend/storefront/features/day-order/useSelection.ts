import { useLayoutEffect } from "react";
import { useStore } from "zustand";
import type { OrderKind } from "~/shared/domain/menu";
import { takeNavigationState } from "~/storefront/session/historyState";
import { type Selection, selections } from "~/storefront/state/selection/store";
import type { DayOrderConfig } from "./order";

/** Navigation state of the form's link to its menu: the ids of the dishes. */
interface SelectionNavigationState {
  readonly selectedItems: readonly string[];
}

/** Selects a part of one kind's selection; the component renders only when that part changes. */
export function useSelection<Part>(kind: OrderKind, part: (selection: Selection) => Part): Part {
  return useStore(selections[kind], part);
}

/** Restores the selection that the form's link returned to the menu. */
export function useNavigationSelection({ kind, menu }: DayOrderConfig): void {
  useLayoutEffect(() => {
    const { selectedItems } = Object(takeNavigationState()) as Partial<SelectionNavigationState>;
    if (Array.isArray(selectedItems) && selectedItems.length > 0)
      selections[kind].getState().acceptNavigationState(menu, selectedItems);
  }, [kind, menu]);
}

/** Restores the stored selection, after hydration and before paint, and tells what the menu has done to it. */
export function useRestoredSelection({ kind, menu }: DayOrderConfig): void {
  useLayoutEffect(() => {
    const { restore, restoreTakenOut } = selections[kind].getState();
    const changes = restore(menu);
    if (!changes) return;
    const canUndo = selections[kind].getState().takenOut.length > 0;
    import("~/storefront/product/showMenuChanges").then(
      ({ showMenuChanges }) => showMenuChanges(changes, canUndo ? restoreTakenOut : undefined),
      () => {}, // offline: the screen shows the menu as it is
    );
  }, [kind, menu]);
}
