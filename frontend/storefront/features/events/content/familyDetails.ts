import { textsOf } from "~/storefront/product/texts";
import type { EventDetailsContent } from "../event";
import { sampleMenus } from "../sampleMenus";

export const familyDetails: EventDetailsContent = {
  ...textsOf("familyPage"),
  dishes: ["phulka", "egg-curry", "lemon-millet-bowl"],
  menus: sampleMenus.family,
};
