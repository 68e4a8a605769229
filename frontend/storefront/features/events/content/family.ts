import { named } from "~/shared/pictures/named";
import type { EventContent, EventDetailsContent } from "~/storefront/features/events/event";
import { sampleMenus } from "~/storefront/features/events/sampleMenus";
import { paths } from "~/storefront/paths";
import { textsOf } from "~/storefront/product/texts";

const texts = textsOf("family");

export const family: EventContent = {
  key: "family",
  name: "Family Gatherings",
  matter: "a family gathering",
  path: paths.family(),
  description: texts.description,
  heading: texts.heading,
  text: texts.text,
  scene: named("event-family")["event-family"],
  sceneAlt: texts.sceneAlt,
  promo: {
    heading: texts.promoHeading,
    text: texts.promoText,
    dishes: ["palak-paneer", "phulka", "lemon-millet-bowl"],
    button: "Dine with Us",
    path: paths.familyPage(),
  },
};

export const familyDetails: EventDetailsContent = {
  ...textsOf("familyPage"),
  dishes: ["phulka", "egg-curry", "lemon-millet-bowl"],
  menus: sampleMenus.family,
};
