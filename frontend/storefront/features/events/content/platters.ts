import { paths } from "~/storefront/paths";
import { textsOf } from "~/storefront/product/texts";
import type { EventContent } from "../event";
import { eventScenes } from "../pictures";

const texts = textsOf("platters");

export const platters: EventContent = {
  key: "platters",
  name: "Party Platters",
  matter: "party platters",
  path: paths.platters(),
  description: texts.description,
  heading: texts.heading,
  text: texts.text,
  scene: eventScenes.platters,
  sceneAlt: texts.sceneAlt,
  promo: {
    heading: texts.promoHeading,
    text: texts.promoText,
    dishes: ["chicken-wrap", "sweet-corn", "boiled-eggs"],
    button: "Explore Platters",
    path: paths.partyPlattersPage(),
  },
};
