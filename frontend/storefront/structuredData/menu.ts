import type { Dish, Menu, MenuCategory } from "~/shared/domain/menu";
import { soldOutUntil } from "~/shared/domain/soldOut";
import { publicUrl } from "~/shared/lib/publicUrl";
import { site } from "~/shared/lib/site";
import { restaurantId } from "./restaurant";

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
export function menuData(menu: Menu, name: string, path: string) {
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
