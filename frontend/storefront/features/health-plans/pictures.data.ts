import { healthPlans } from "~/shared/catalogue/healthPlans";
import { named } from "~/shared/pictures/named";

/** The scene of each health plan, by its picture key. Evaluated while building. */
export const planPictures = named(...healthPlans.map(({ image }) => image));
