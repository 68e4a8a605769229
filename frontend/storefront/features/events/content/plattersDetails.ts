import { textsOf } from "~/storefront/product/texts";
import type { EventDetailsContent } from "../event";
import { sampleMenus } from "../sampleMenus";

export const plattersDetails: EventDetailsContent = {
  ...textsOf("partyPlattersPage"),
  dishes: ["paneer-sandwich", "boiled-eggs", "tandoori-chicken"],
  menus: sampleMenus.platters,
};
