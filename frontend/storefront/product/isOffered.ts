import { offered } from "~/shared/catalogue/offered.data";
import { paths } from "~/storefront/paths";

const menus: Readonly<Record<string, boolean>> = {
  [paths.vegMeal()]: offered.veg,
  [paths.nonVegMeal()]: offered.nonveg,
  [paths.mealTray()]: offered.tray,
};

/** Whether there is anything to be had at this path: false for a menu that this shop does not have. */
export function isOffered(path: string): boolean {
  return menus[path] ?? true;
}
