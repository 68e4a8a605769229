import { paths } from "~/storefront/paths";
import { textsOf } from "~/storefront/product/texts";
import type { EventContent } from "../event";
import { eventScenes } from "../pictures";

const texts = textsOf("corporate");

export const corporate: EventContent = {
  key: "corporate",
  name: "Corporate Events",
  matter: "a corporate event",
  path: paths.corporate(),
  description: texts.description,
  heading: texts.heading,
  text: texts.text,
  scene: eventScenes.corporate,
  sceneAlt: texts.sceneAlt,
  promo: {
    heading: texts.promoHeading,
    text: texts.promoText,
    points: texts.points,
    dishes: ["paneer-sandwich", "sprouts-salad", "lemon-millet-bowl"],
    button: "Book Your Event",
    path: paths.corporatePage(),
  },
};
