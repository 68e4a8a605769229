import { useLayoutEffect } from "react";
import { useStore } from "zustand";
import type { OrderKind } from "~/domain/menu";
import { type Selection, selections } from "~/domain/selection/store";
import type { NDayOrder } from "./order";

/** A part of one kind's selection; the component draws again only when that part changes. */
export function useSelection<Part>(kind: OrderKind, part: (selection: Selection) => Part): Part {
  return useStore(selections[kind], part);
}

/** Reads the stored selection back, after hydration and before anything else is painted. */
export function useRestoredSelection({ kind, menu }: NDayOrder): void {
  useLayoutEffect(() => selections[kind].getState().restore(menu), [kind, menu]);
}
