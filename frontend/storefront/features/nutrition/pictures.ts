import { named } from "~/shared/pictures/named";

/** The pictures of the intro's cards. */
export const pictures = named("lemon-millet-bowl", "green-booster", "overnight-oats", "sprouts-salad");
