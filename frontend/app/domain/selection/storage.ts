/** What the browser keeps of the three selections. Blocked, full or garbled storage reads as empty. */
import { readStored, removeStored, writeStored } from "~/lib/browserStorage";
import type { Dish, OrderKind } from "../menu";

const KEYS: Record<OrderKind, string> = {
  veg: "oottam.vegMealOrder",
  nonveg: "oottam.nonVegMealOrder",
  tray: "oottam.mealTrayOrder",
};

/** What is stored of an order: the dishes and the sum of their week prices in rupees. Never a name, phone or address. */
export type StoredSelection = { readonly selectedItems: readonly Dish[]; readonly totalCost: number };

export function writeSelection(kind: OrderKind, { selectedItems, totalCost }: StoredSelection): void {
  writeStored("local", KEYS[kind], JSON.stringify({ selectedItems, totalCost }));
}

/** The ids of the stored dishes. Their names and prices are read from the catalogue again, never from here. */
export function readSelectedIds(kind: OrderKind): readonly string[] {
  return idsOf(readStored("local", KEYS[kind]) ?? "");
}

export function removeSelection(kind: OrderKind): void {
  removeStored("local", KEYS[kind]);
}

function idsOf(text: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text);
    if (!isRecord(stored) || !Array.isArray(stored.selectedItems)) return [];
    return stored.selectedItems.flatMap((item: unknown) =>
      isRecord(item) && typeof item.id === "string" ? [item.id] : [],
    );
  } catch {
    return [];
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
