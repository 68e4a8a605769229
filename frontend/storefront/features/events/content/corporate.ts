import { named } from "~/shared/pictures/named";
import type { EventContent, EventDetailsContent } from "~/storefront/features/events/event";
import { sampleMenus } from "~/storefront/features/events/sampleMenus";
import { paths } from "~/storefront/paths";
import { textsOf } from "~/storefront/product/texts";

const texts = textsOf("corporate");

export const corporate: EventContent = {
  key: "corporate",
  name: "Corporate Events",
  matter: "a corporate event",
  path: paths.corporate(),
  description: texts.description,
  heading: texts.heading,
  text: texts.text,
  scene: named("event-corporate")["event-corporate"],
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

export const corporateDetails: EventDetailsContent = {
  ...textsOf("corporatePage"),
  dishes: ["chicken-rice-bowl", "green-booster", "sprouts-salad"],
  menus: sampleMenus.corporate,
};
