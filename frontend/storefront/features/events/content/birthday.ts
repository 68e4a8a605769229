import { named } from "~/shared/pictures/named";
import type { EventContent, EventDetailsContent } from "~/storefront/features/events/event";
import { sampleMenus } from "~/storefront/features/events/sampleMenus";
import { paths } from "~/storefront/paths";
import { textsOf } from "~/storefront/product/texts";

const texts = textsOf("birthday");

export const birthday: EventContent = {
  key: "birthday",
  name: "Birthday Celebrations",
  matter: "a birthday celebration",
  path: paths.birthday(),
  description: texts.description,
  heading: texts.heading,
  text: texts.text,
  scene: named("event-birthday")["event-birthday"],
  sceneAlt: texts.sceneAlt,
  promo: {
    heading: texts.promoHeading,
    text: texts.promoText,
    dishes: ["cut-fruit", "mango-shake", "paneer-sandwich"],
    button: "Plan Your Party",
    path: paths.birthdayPage(),
  },
};

export const birthdayDetails: EventDetailsContent = {
  ...textsOf("birthdayPage"),
  dishes: ["pancakes", "mango-shake", "acai-bowl"],
  menus: sampleMenus.birthday,
};
