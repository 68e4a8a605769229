import { offered } from "~/shared/catalogue/offered";
import { paths } from "~/storefront/paths";

const menus: Readonly<Record<string, boolean>> = {
  [paths.vegMeal()]: offered.veg,
  [paths.nonVegMeal()]: offered.nonveg,
  [paths.mealTray()]: offered.tray,
};

/** False for the paths of a menu that this shop does not offer. */
export function isOffered(path: string): boolean {
  return menus[path] ?? true;
}
