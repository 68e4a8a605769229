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
