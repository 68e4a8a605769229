import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { rules } from "~/shared/catalogue/rules";
import { trayMenu } from "~/shared/catalogue/tray";
import { vegMenu } from "~/shared/catalogue/veg";
import type { Menu } from "~/shared/domain/menu";
import { toPaise } from "~/shared/domain/pricing/paise";
import { formatRupees } from "~/shared/lib/text";

/** Each menu's lowest price and smallest order, as the cards show them; null without a priced dish. */
export const prices = {
  veg: lowest(vegMenu),
  nonveg: lowest(nonVegMenu),
  tray: lowest(trayMenu),
  either: lowest(vegMenu, nonVegMenu),
  combos: `${formatRupees(toPaise(rules.combos.itemPrice))} a meal, ${rules.combos.minimumItems}\u00a0meals or more`,
};

/** "from ₹27 a dish, 6 days or more", by the week's prices, per day and meal. */
function lowest(...menus: readonly Menu[]): string | null {
  const dishes = menus.flatMap(({ categories }) => categories.flatMap(({ items }) => items));
  const known = dishes.flatMap((dish) => (dish.prices ? [dish.prices.week] : []));
  if (known.length === 0) return null;
  return `from ${formatRupees(toPaise(Math.min(...known)))} a dish, ${rules.days.min}\u00a0days or more`;
}
