import { healthPlans } from "~/catalogue/healthPlans";
import { named } from "~/pictures/named";

/** The scene of each health plan, by its picture key. Evaluated while building. */
export const planPictures = named(...healthPlans.map(({ image }) => image));
