import { publicUrl } from "~/shared/lib/publicUrl";
import { site } from "~/shared/lib/site";
import { paths } from "~/storefront/paths";
import { type RouteEntry, routeTable } from "~/storefront/routes/table";

/** The screen and its ancestors, the landing page first. */
function trail(route: RouteEntry): RouteEntry[] {
  if (route.path === paths.landing()) return [route];
  const parent = routeTable.find(({ path }) => path === (route.parent ?? paths.landing()));
  if (!parent)
    throw new Error(`${route.path} names ${route.parent} as the screen above it, which does not exist.`);
  return [...trail(parent), route];
}

export function breadcrumbs(route: RouteEntry) {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail(route).map((step, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: index === 0 ? site.brand.name : step.title,
      item: publicUrl(step.path),
    })),
  };
}
