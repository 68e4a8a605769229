import { town } from "~/shared/catalogue/place";
import type { Site } from "~/shared/contract/site";
import { publicUrl } from "~/shared/lib/publicUrl";
import { site } from "~/shared/lib/site";
import { paths } from "~/storefront/paths";
import { isOffered } from "~/storefront/product/isOffered";

/** The cafe's identity in structured data; other pages point to it. */
export function restaurantId(): string {
  return `${publicUrl(paths.landing())}#restaurant`;
}

const brand: Site["brand"] = site.brand;

/** The cafe as a schema.org Restaurant. Sample social links are omitted. */
export function restaurant() {
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
