/** The only module that touches localStorage. Blocked, full or garbled storage reads as empty and breaks nothing. */
import type { Dish, OrderKind } from "../menu";

const KEYS: Record<OrderKind, string> = {
  veg: "oottam.vegMealOrder",
  nonveg: "oottam.nonVegMealOrder",
  tray: "oottam.mealTrayOrder",
};

/** What is stored of an order: the dishes and the sum of their week prices in rupees. Never a name, phone or address. */
export type StoredSelection = { readonly selectedItems: readonly Dish[]; readonly totalCost: number };

export function writeSelection(kind: OrderKind, { selectedItems, totalCost }: StoredSelection): void {
  withStorage((storage) => storage.setItem(KEYS[kind], JSON.stringify({ selectedItems, totalCost })));
}

/** The ids of the stored dishes. Their names and prices are read from the catalogue again, never from here. */
export function readSelectedIds(kind: OrderKind): readonly string[] {
  return idsOf(withStorage((storage) => storage.getItem(KEYS[kind])) ?? "");
}

export function removeSelection(kind: OrderKind): void {
  withStorage((storage) => storage.removeItem(KEYS[kind]));
}

function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.localStorage);
  } catch {
    return undefined;
  }
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
