import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { town } from "~/shared/catalogue/place";
import { trayMenu } from "~/shared/catalogue/tray";
import { vegMenu } from "~/shared/catalogue/veg";
import type { Dish, Menu, MenuCategory } from "~/shared/domain/menu";
import { soldOutUntil } from "~/shared/domain/soldOut";
import { publicUrl } from "~/shared/lib/publicUrl";
import { site } from "~/shared/lib/site";
import { paths } from "~/storefront/paths";
import { isOffered } from "~/storefront/product/isOffered";
import { type RouteEntry, routeTable } from "~/storefront/routes/table";

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

/** The screen and its ancestors, the landing page first. */
function trail(route: RouteEntry): RouteEntry[] {
  if (route.path === paths.landing()) return [route];
  const parent = routeTable.find(({ path }) => path === (route.parent ?? paths.landing()));
  if (!parent)
    throw new Error(`${route.path} names ${route.parent} as the screen above it, which does not exist.`);
  return [...trail(parent), route];
}

function breadcrumbs(route: RouteEntry) {
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

/** A dish with its week price, as on the menu: rupees per day and meal section. */
function item(dish: Dish) {
  const price = dish.prices?.week;
  const availability =
    soldOutUntil(dish.name) === undefined ? {} : { availability: "https://schema.org/SoldOut" };
  return {
    "@type": "MenuItem",
    name: dish.name,
    ...(dish.mark === "veg" ? { suitableForDiet: "https://schema.org/VegetarianDiet" } : {}),
    ...(price === undefined
      ? {}
      : { offers: { "@type": "Offer", price, priceCurrency: "INR", ...availability } }),
  };
}

function section(category: MenuCategory) {
  return { "@type": "MenuSection", name: category.title, hasMenuItem: category.items.map(item) };
}

/** One of the three menus with its sections, dishes and prices. */
function menuData(menu: Menu, name: string, path: string) {
  return {
    "@type": "Menu",
    "@id": `${publicUrl(path)}#menu`,
    name,
    url: publicUrl(path),
    inLanguage: "en-IN",
    provider: { "@type": "Restaurant", "@id": restaurantId(), name: site.brand.name },
    hasMenuSection: menu.categories.map(section),
  };
}

/** The cafe's identity in structured data; other pages point to it. */
function restaurantId(): string {
  return `${publicUrl(paths.landing())}#restaurant`;
}

const brand: typeof site.brand & { readonly cuisines?: readonly string[] } = site.brand;

/** The cafe as a schema.org Restaurant. Sample social links are omitted. */
function restaurant() {
  const menus = [paths.vegMeal(), paths.nonVegMeal(), paths.mealTray()].filter(isOffered);
  return {
    "@type": "Restaurant",
    "@id": restaurantId(),
    name: site.brand.name,
    alternateName: site.brand.nativeName,
    description: site.brand.tagline,
    url: publicUrl(paths.landing()),
    image: publicUrl("/share.jpg"),
    logo: publicUrl("/icon-512.png"),
    telephone: site.contact.phone,
    email: site.contact.email,
    address: { "@type": "PostalAddress", addressLocality: town, addressCountry: "IN" },
    servesCuisine: brand.cuisines ?? ["Indian", "South Indian", "Healthy"],
    currenciesAccepted: "INR",
    hasMenu: menus.map(publicUrl),
    ...(site.social.sample ? {} : { sameAs: site.social.links.map((link) => link.url) }),
  };
}
