import { textsOf } from "~/storefront/product/texts";
import type { EventDetailsContent } from "../event";
import { sampleMenus } from "../sampleMenus";

export const birthdayDetails: EventDetailsContent = {
  ...textsOf("birthdayPage"),
  dishes: ["pancakes", "mango-shake", "acai-bowl"],
  menus: sampleMenus.birthday,
};
