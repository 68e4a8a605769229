import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { trayMenu } from "~/shared/catalogue/tray";
import { vegMenu } from "~/shared/catalogue/veg";
import { paths } from "~/storefront/paths";
import type { RouteEntry } from "~/storefront/routes/table";
import { breadcrumbs } from "./breadcrumbs";
import { menuData } from "./menu";
import { restaurant } from "./restaurant";

/** What a screen is about, beside its place in the site. */
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

/**
 * What a page tells search engines in schema.org's terms, as JSON-LD; undefined for pages that they leave out.
 * Written into the page at build time only: browsers have no use for it, so it is no part of what they run.
 */
export function structuredData(route: RouteEntry): object | undefined {
  if (route.noindex) return undefined;
  const trail = route.path === paths.landing() ? [] : [breadcrumbs(route)];
  const graph = [...subjects(route.path), ...trail];
  return { "@context": "https://schema.org", "@graph": graph };
}
