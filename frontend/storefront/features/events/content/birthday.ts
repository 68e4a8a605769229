import { paths } from "~/storefront/paths";
import { textsOf } from "~/storefront/product/texts";
import type { EventContent } from "../event";
import { eventScenes } from "../pictures";

const texts = textsOf("birthday");

export const birthday: EventContent = {
  key: "birthday",
  name: "Birthday Celebrations",
  matter: "a birthday celebration",
  path: paths.birthday(),
  description: texts.description,
  heading: texts.heading,
  text: texts.text,
  scene: eventScenes.birthday,
  sceneAlt: texts.sceneAlt,
  promo: {
    heading: texts.promoHeading,
    text: texts.promoText,
    dishes: ["cut-fruit", "mango-shake", "paneer-sandwich"],
    button: "Plan Your Party",
    path: paths.birthdayPage(),
  },
};
