/** Local storage of the three selections. Blocked, full or invalid storage reads as empty. */

import type { Dish, OrderKind } from "~/shared/domain/menu";
import { readStored, removeStored, writeStored, writeStoredDeferred } from "~/shared/lib/browserStorage";
import type { StoredDish } from "./menuChanges";
import { removeMenuSeen, writeMenuSeen } from "./menuSeen";

const KEYS: Record<OrderKind, string> = {
  veg: "oottam.vegMealOrder",
  nonveg: "oottam.nonVegMealOrder",
  tray: "oottam.mealTrayOrder",
};

/** The dishes and the sum of their week prices in rupees; no personal data. */
export type StoredSelection = { readonly selectedItems: readonly Dish[]; readonly totalCost: number };

/** Up to this many dishes are written immediately, which is fast; every real menu has fewer. */
const WRITTEN_AT_ONCE = 100;

export function writeSelection(kind: OrderKind, selection: StoredSelection): void {
  writeStored("local", KEYS[kind], textOf(selection));
  writeMenuSeen(kind, selection.selectedItems);
}

/** Writes a toggled selection: immediately, or after the next frame if it is very long. */
export function writeAfterToggle(kind: OrderKind, selection: StoredSelection): void {
  if (selection.selectedItems.length <= WRITTEN_AT_ONCE) writeSelection(kind, selection);
  else {
    writeStoredDeferred(KEYS[kind], () => textOf(selection));
    writeMenuSeen(kind, selection.selectedItems);
  }
}

/** The stored dishes as they were. Names and prices of an order always come from the catalogue. */
export function readStoredDishes(kind: OrderKind): readonly StoredDish[] {
  return dishesIn(readStored("local", KEYS[kind]) ?? "");
}

export function isStored(kind: OrderKind): boolean {
  return readStored("local", KEYS[kind]) !== null;
}

/** Listens for selections removed by another tab, but not for the clearing of the whole storage. */
export function onRemovedByOtherTab(listener: (kind: OrderKind) => void, signal: AbortSignal): void {
  window.addEventListener(
    "storage",
    ({ key, newValue }) => {
      if (newValue !== null) return;
      for (const kind of Object.keys(KEYS) as OrderKind[]) if (KEYS[kind] === key) listener(kind);
    },
    { signal },
  );
}

export function removeSelection(kind: OrderKind): void {
  removeStored("local", KEYS[kind]);
  removeMenuSeen(kind);
}

function textOf({ selectedItems, totalCost }: StoredSelection): string {
  return JSON.stringify({ selectedItems, totalCost });
}

function dishesIn(text: string): readonly StoredDish[] {
  try {
    const stored: unknown = JSON.parse(text);
    if (!isRecord(stored) || !Array.isArray(stored.selectedItems)) return [];
    return stored.selectedItems.flatMap((item: unknown) =>
      isRecord(item) && typeof item.id === "string"
        ? [{ id: item.id, name: textIn(item.name), weekPrice: priceIn(item.prices) }]
        : [],
    );
  } catch {
    return [];
  }
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function priceIn(prices: unknown): number | undefined {
  return isRecord(prices) && typeof prices.week === "number" ? prices.week : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
