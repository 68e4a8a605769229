import { named } from "~/shared/pictures/named";
import type { EventContent, EventDetailsContent } from "~/storefront/features/events/event";
import { sampleMenus } from "~/storefront/features/events/sampleMenus";
import { paths } from "~/storefront/paths";
import { textsOf } from "~/storefront/product/texts";

const texts = textsOf("platters");

export const platters: EventContent = {
  key: "platters",
  name: "Party Platters",
  matter: "party platters",
  path: paths.platters(),
  description: texts.description,
  heading: texts.heading,
  text: texts.text,
  scene: named("event-platter")["event-platter"],
  sceneAlt: texts.sceneAlt,
  promo: {
    heading: texts.promoHeading,
    text: texts.promoText,
    dishes: ["chicken-wrap", "sweet-corn", "boiled-eggs"],
    button: "Explore Platters",
    path: paths.partyPlattersPage(),
  },
};

export const plattersDetails: EventDetailsContent = {
  ...textsOf("partyPlattersPage"),
  dishes: ["paneer-sandwich", "boiled-eggs", "tandoori-chicken"],
  menus: sampleMenus.platters,
};
