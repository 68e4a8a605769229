import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { rules } from "~/shared/catalogue/rules";
import { trayMenu } from "~/shared/catalogue/tray";
import { vegMenu } from "~/shared/catalogue/veg";
import type { Menu } from "~/shared/domain/menu";
import { toPaise } from "~/shared/domain/pricing/paise";
import { formatRupees } from "~/shared/lib/text";

/** The lowest price of a dish of each menu, and that of a set meal, as the cards say it; null where there is none. */
export const prices = {
  veg: lowest(vegMenu),
  nonveg: lowest(nonVegMenu),
  tray: lowest(trayMenu),
  either: lowest(vegMenu, nonVegMenu),
  combos: `${formatRupees(toPaise(rules.combos.itemPrice))} a meal`,
};

/** "from ₹27 a dish", by the week's prices, per day and meal. */
function lowest(...menus: readonly Menu[]): string | null {
  const dishes = menus.flatMap(({ categories }) => categories.flatMap(({ items }) => items));
  const known = dishes.flatMap((dish) => (dish.prices ? [dish.prices.week] : []));
  return known.length > 0 ? `from ${formatRupees(toPaise(Math.min(...known)))} a dish` : null;
}
