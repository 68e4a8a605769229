import { createStore, type StoreApi } from "zustand/vanilla";
import { isSelected, toggleDish } from "#shared/domain/selection/dishSelection.ts";
import type { Dish, Menu, OrderKind } from "~/shared/domain/menu";
import { toPaise, toRupees } from "~/shared/domain/pricing/paise";
import { isStored, readSelectedIds, removeSelection, writeAfterToggle, writeSelection } from "./storage";

/** The dishes ticked for one kind of order, shared by its selection screen and its form. */
export interface Selection {
  readonly selectedItems: readonly Dish[];
  /** Sum of the week prices, in rupees; a dish without a price adds 0. */
  readonly totalCost: number;
  /** False until the stored selection has been read; until then nobody may say that it is empty. */
  readonly restored: boolean;
  /** Adds a dish of the menu or takes it out, and writes that through to storage. */
  readonly toggle: (dish: Dish) => void;
  /** Writes the selection to storage. */
  readonly save: () => void;
  /** Reads the stored selection once per page load; dishes that the menu no longer has are dropped. */
  readonly restore: (menu: Menu) => void;
  /** Empties the selection, not its storage; what was not sent can be brought back. */
  readonly drop: () => void;
  /** What was last left behind in this tab. Held in memory alone: storage has none of it (specification, section 3). */
  readonly abandoned: readonly Dish[];
  /** Adds what was left behind to what is ticked, and writes that through to storage. */
  readonly restoreAbandoned: () => void;
  /** Forgets what was left behind. */
  readonly discardAbandoned: () => void;
  /** Ticks what the form hands back to its menu. Storage has it with the next tick, or before a reload. */
  readonly acceptNavigationState: (menu: Menu, ids: readonly string[]) => void;
  /** What is ticked was handed back, and may be in an order that is being sent. */
  readonly isFromNavigation: boolean;
  /** These have been ordered: what is stored of them goes at once, and nobody misses them when they are dropped. */
  readonly markSent: (dishes: readonly Dish[]) => void;
  /** The dishes that were ordered last. */
  readonly sent: readonly Dish[] | null;
  /** Writes the selection to storage where it is missing, and was not ordered. */
  readonly writeMissing: () => void;
}

/** A store for one kind of order, empty until it is restored. */
export function createSelectionStore(kind: OrderKind): StoreApi<Selection> {
  return createStore<Selection>()((set, get) => ({
    ...selectionOf([]),
    restored: false,
    abandoned: [],
    sent: null,
    isFromNavigation: false,
    toggle: (dish) => {
      const { selectedItems, totalCost, sent } = get();
      const difference = isSelected(selectedItems, dish) ? -weekPaise(dish) : weekPaise(dish);
      const next = toggleDish(selectedItems, dish);
      set({ selectedItems: next, totalCost: toRupees(toPaise(totalCost) + difference) });
      // The form of an order that was taken stays in view for a moment: nothing of it is stored again.
      if (selectedItems === sent) set({ sent: next });
      else writeAfterToggle(kind, get());
    },
    save: () => writeSelection(kind, get()),
    restore: (menu) => {
      if (get().restored) return;
      set({ ...selectionOf(dishesWithIds(menu, readSelectedIds(kind))), restored: true });
    },
    drop: () => {
      const { selectedItems, abandoned, sent } = get();
      const nextAbandoned = selectedItems.length > 0 && selectedItems !== sent ? selectedItems : abandoned;
      set({ ...selectionOf([]), restored: true, abandoned: nextAbandoned, isFromNavigation: false });
    },
    restoreAbandoned: () => {
      const { selectedItems, abandoned, save } = get();
      set({ ...selectionOf([...new Set([...selectedItems, ...abandoned])]), abandoned: [] });
      save();
    },
    discardAbandoned: () => set({ abandoned: [] }),
    acceptNavigationState: (menu, ids) => {
      const received = selectionOf(dishesWithIds(menu, ids));
      set({ ...received, restored: true, abandoned: [], isFromNavigation: true });
      const writeUnchanged = () => {
        if (get().selectedItems === received.selectedItems) get().writeMissing();
      };
      addEventListener("pagehide", writeUnchanged, { once: true });
    },
    markSent: (dishes) => {
      const { selectedItems, abandoned, isFromNavigation } = get();
      // Its sender may have left by now, and ticked others.
      const inView = selectedItems === dishes;
      if (inView) removeSelection(kind);
      set({ sent: dishes, abandoned: inView || abandoned === dishes ? [] : abandoned });
      if (inView || !isFromNavigation) return;
      set(selectionOf(selectedItems.filter((dish) => !dishes.includes(dish))));
      get().save();
    },
    writeMissing: () => {
      const { selectedItems, sent, save } = get();
      if (selectedItems.length > 0 && selectedItems !== sent && !isStored(kind)) save();
    },
  }));
}

/** The three selections of this visit. */
export const selections: Readonly<Record<OrderKind, StoreApi<Selection>>> = {
  veg: createSelectionStore("veg"),
  nonveg: createSelectionStore("nonveg"),
  tray: createSelectionStore("tray"),
};

function selectionOf(selectedItems: readonly Dish[]): Pick<Selection, "selectedItems" | "totalCost"> {
  const paise = selectedItems.reduce((sum, dish) => sum + weekPaise(dish), 0);
  return { selectedItems, totalCost: toRupees(paise) };
}

function weekPaise(dish: Dish): number {
  return toPaise(dish.prices?.week ?? 0);
}

function dishesWithIds(menu: Menu, ids: readonly string[]): readonly Dish[] {
  const dishes = new Map(
    menu.categories.flatMap(({ items }) => items.map((dish) => [dish.id, dish] as const)),
  );
  return [...new Set(ids)].flatMap((id) => dishes.get(id) ?? []);
}
