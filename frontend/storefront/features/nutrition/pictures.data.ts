import { named } from "~/shared/pictures/named";

/** The pictures of the intro's cards. Evaluated at build time, so that only their file names are shipped. */
export const pictures = named("lemon-millet-bowl", "green-booster", "overnight-oats", "sprouts-salad");
