import { textsOf } from "~/storefront/product/texts";
import type { EventDetailsContent } from "../event";
import { sampleMenus } from "../sampleMenus";

export const corporateDetails: EventDetailsContent = {
  ...textsOf("corporatePage"),
  dishes: ["chicken-rice-bowl", "green-booster", "sprouts-salad"],
  menus: sampleMenus.corporate,
};
