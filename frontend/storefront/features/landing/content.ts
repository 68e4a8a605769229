import site from "@contract/site.json";
import { pictureSources } from "~/scripts/pictureFiles";
import { named } from "~/shared/pictures/named";
import { textsOf } from "~/storefront/product/texts";

export const pictures = named(
  "hero",
  "event-birthday",
  "event-corporate",
  "event-family",
  "event-platter",
  "garden-salad",
  "chicken-rice-bowl",
  "egg-curry",
  "cut-fruit",
  "plan-muscle",
);

export const texts = textsOf("landing");

interface Review {
  readonly quote: string;
  readonly source: string;
}

const configured: typeof site & { readonly trust?: { readonly reviews: readonly Review[] } } = site;

/** What customers wrote, as the shop quotes it. */
export const reviews = configured.trust?.reviews ?? [];

/** The shop's own picture of its kitchen; none is shipped. */
export const kitchen = pictureSources("scenes").kitchen ?? null;
