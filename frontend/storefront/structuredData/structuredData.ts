import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { trayMenu } from "~/shared/catalogue/tray";
import { vegMenu } from "~/shared/catalogue/veg";
import { paths } from "~/storefront/paths";
import type { RouteEntry } from "~/storefront/routes/table";
import { breadcrumbs } from "./breadcrumbs";
import { menuData } from "./menu";
import { restaurant } from "./restaurant";

/** The subject of a screen, in addition to its breadcrumbs. */
function subjects(path: string): object[] {
  switch (path) {
    case paths.landing():
      return [restaurant()];
    case paths.vegMeal():
      return [menuData(vegMenu, "Veg meals", path)];
    case paths.nonVegMeal():
      return [menuData(nonVegMenu, "Non-veg meals", path)];
    case paths.mealTray():
      return [menuData(trayMenu, "Meal tray", path)];
    default:
      return [];
  }
}

/** A page's JSON-LD; undefined for unlisted pages. Used by the renderer only. */
export function structuredData(route: RouteEntry): object | undefined {
  if (route.noindex) return undefined;
  const trail = route.path === paths.landing() ? [] : [breadcrumbs(route)];
  const graph = [...subjects(route.path), ...trail];
  return { "@context": "https://schema.org", "@graph": graph };
}
