import { createStore, type StoreApi } from "zustand/vanilla";
import type { Dish, Menu, OrderKind } from "~/shared/domain/menu";
import { toPaise, toRupees } from "~/shared/domain/pricing/paise";
import { isSelected, toggleDish } from "~/shared/domain/selection/dishSelection";
import { soldOutUntil } from "~/shared/domain/soldOut";
import { compareWithMenu, type MenuChanges } from "./menuChanges";
import { readMenuSeen } from "./menuSeen";
import { isStored, readStoredDishes, removeSelection, writeAfterToggle, writeSelection } from "./storage";

/** The selected dishes of one kind of order, shared by its menu and its form. */
export interface Selection {
  readonly selectedItems: readonly Dish[];
  /** Sum of the week prices, in rupees; a dish without a price adds 0. */
  readonly totalCost: number;
  /** False until the stored selection has been read; an empty selection must not be shown as empty before. */
  readonly restored: boolean;
  /** Adds or removes a dish, and writes the selection to storage. */
  readonly toggle: (dish: Dish) => void;
  readonly save: () => void;
  /**
   * Reads the stored selection once per page load; dishes that are no longer on the menu or sold out are dropped. Returns
   * what the visitor should be told; null for nothing.
   */
  readonly restore: (menu: Menu) => MenuChanges | null;
  /** Dropped by `restore` because they are sold out until a known day: the visitor may want them later. */
  readonly takenOut: readonly Dish[];
  /** Adds the dishes that were taken out to the selection, and writes it to storage. */
  readonly restoreTakenOut: () => void;
  /** Empties the selection but not storage; an unsent selection becomes the abandoned one. */
  readonly drop: () => void;
  /** The last abandoned selection of this tab. In memory only (specification, section 3). */
  readonly abandoned: readonly Dish[];
  /** Adds the abandoned selection to the current one, and writes it to storage. */
  readonly restoreAbandoned: () => void;
  readonly discardAbandoned: () => void;
  /** Applies the selection in navigation state. It is stored on the next toggle, or before a reload. */
  readonly acceptNavigationState: (menu: Menu, ids: readonly string[]) => void;
  /** The selection came from navigation state, and may be in an order that is being sent. */
  readonly isFromNavigation: boolean;
  /** Marks the dishes as ordered: they are removed from storage, and dropping them does not abandon them. */
  readonly markSent: (dishes: readonly Dish[]) => void;
  readonly sent: readonly Dish[] | null;
  /** Stores the selection if storage has none and it was not ordered. */
  readonly writeMissing: () => void;
}

/** A store for one kind of order, empty until it is restored. */
export function createSelectionStore(kind: OrderKind): StoreApi<Selection> {
  return createStore<Selection>()((set, get) => ({
    ...selectionOf([]),
    restored: false,
    abandoned: [],
    takenOut: [],
    sent: null,
    isFromNavigation: false,
    toggle: (dish) => {
      const { selectedItems, totalCost, sent } = get();
      const difference = isSelected(selectedItems, dish) ? -weekPaise(dish) : weekPaise(dish);
      const next = toggleDish(selectedItems, dish);
      set({ selectedItems: next, totalCost: toRupees(toPaise(totalCost) + difference) });
      // The form of an accepted order stays displayed for a moment: its selection must not be stored again.
      if (selectedItems === sent) set({ sent: next });
      else writeAfterToggle(kind, get());
    },
    save: () => writeSelection(kind, get()),
    restore: (menu) => {
      if (get().restored) return null;
      const stored = readStoredDishes(kind);
      const { dishes, changes, isOtherEdition } = compareWithMenu(menu, stored, readMenuSeen(kind));
      const takenOut = changes?.soldOut.filter(({ name }) => soldOutUntil(name) !== "") ?? [];
      set({ ...selectionOf(dishes), restored: true, takenOut });
      // Said once: from now on the stored selection is one of this menu.
      if (changes || (isOtherEdition && stored.length > 0)) get().save();
      return changes;
    },
    restoreTakenOut: () => {
      const { selectedItems, takenOut, save } = get();
      set({ ...selectionOf([...new Set([...selectedItems, ...takenOut])]), takenOut: [] });
      save();
    },
    drop: () => {
      const { selectedItems, abandoned, sent } = get();
      const nextAbandoned = selectedItems.length > 0 && selectedItems !== sent ? selectedItems : abandoned;
      set({
        ...selectionOf([]),
        restored: true,
        abandoned: nextAbandoned,
        isFromNavigation: false,
        takenOut: [],
      });
    },
    restoreAbandoned: () => {
      const { selectedItems, abandoned, save } = get();
      set({ ...selectionOf([...new Set([...selectedItems, ...abandoned])]), abandoned: [] });
      save();
    },
    discardAbandoned: () => set({ abandoned: [] }),
    acceptNavigationState: (menu, ids) => {
      const received = selectionOf(dishesWithIds(menu, ids));
      set({ ...received, restored: true, abandoned: [], isFromNavigation: true, takenOut: [] });
      const writeUnchanged = () => {
        if (get().selectedItems === received.selectedItems) get().writeMissing();
      };
      addEventListener("pagehide", writeUnchanged, { once: true });
    },
    markSent: (dishes) => {
      const { selectedItems, abandoned, isFromNavigation } = get();
      // The visitor may have left the form and selected other dishes.
      const inView = selectedItems === dishes;
      if (inView) removeSelection(kind);
      set({ takenOut: [], sent: dishes, abandoned: inView || abandoned === dishes ? [] : abandoned });
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
