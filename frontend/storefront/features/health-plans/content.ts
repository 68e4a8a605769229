import { healthPlans } from "~/shared/catalogue/healthPlans";
import { named } from "~/shared/pictures/named";
import { textsOf } from "~/storefront/product/texts";

/** The scene of each health plan, by its picture key. */
export const planPictures = named(...healthPlans.map(({ image }) => image));

export const texts = textsOf("healthPlans");
