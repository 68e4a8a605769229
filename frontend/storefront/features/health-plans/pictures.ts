import { healthPlans } from "~/shared/catalogue/healthPlans";
import { named } from "~/shared/pictures/named";

/** The scene of each health plan, by its picture key. */
export const planPictures = named(...healthPlans.map(({ image }) => image));
