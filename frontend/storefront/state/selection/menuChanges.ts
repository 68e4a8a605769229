import { edition } from "~/shared/catalogue/edition";
import type { Dish, Menu } from "~/shared/domain/menu";
import { soldOutUntil } from "~/shared/domain/soldOut";
import type { MenuSeen } from "./menuSeen";

/** A dish as it was when it was stored. */
export interface StoredDish {
  readonly id: string;
  readonly name: string;
  /** Rupees per day and meal; undefined for "on request". */
  readonly weekPrice: number | undefined;
}

/** What a menu has done to a selection since it was stored. */
export interface MenuChanges<Sold extends { readonly name: string } = Dish> {
  /** Names of dishes that left the menu. */
  readonly gone: readonly string[];
  /** Dishes that are sold out and were taken out of the selection. */
  readonly soldOut: readonly Sold[];
  /** Week prices in rupees; undefined for "on request". */
  readonly repriced: readonly {
    readonly name: string;
    readonly was: number | undefined;
    readonly now: number | undefined;
  }[];
}

/**
 * Compares a stored selection with the menu of this page: dishes that are not on it are dropped, and so are those that
 * are sold out, unless the visitor wants them on later days. Within one edition unknown dishes are not reported.
 */
export function compareWithMenu(menu: Menu, stored: readonly StoredDish[], seen: MenuSeen) {
  const onMenu = new Map(
    menu.categories.flatMap(({ items }) => items.map((dish) => [dish.id, dish] as const)),
  );
  const isOtherEdition = seen.edition !== edition;
  const dishes = new Set<Dish>();
  const soldOut = new Set<Dish>();
  const gone = new Set<string>();
  const repriced: MenuChanges["repriced"][number][] = [];
  for (const { id, name, weekPrice: was } of stored) {
    const dish = onMenu.get(id);
    if (!dish) {
      if (isOtherEdition && name !== "") gone.add(name);
    } else if (isTakenOut(dish, seen)) soldOut.add(dish);
    else if (!dishes.has(dish)) {
      dishes.add(dish);
      const now = dish.prices?.week;
      if (isOtherEdition && was !== now) repriced.push({ name: dish.name, was, now });
    }
  }
  const changes = { gone: [...gone], soldOut: [...soldOut], repriced };
  const isChanged = gone.size + soldOut.size + repriced.length > 0;
  return { dishes: [...dishes], changes: isChanged ? changes : null, isOtherEdition };
}

function isTakenOut({ id, name }: Dish, seen: MenuSeen): boolean {
  const until = soldOutUntil(name);
  return until !== undefined && !(until !== "" && seen.soldOut.includes(id));
}
