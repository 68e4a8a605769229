import { named } from "~/shared/pictures/named";

/** The pictures of the intro's boxes. Evaluated while building: the addresses of all others stay behind. */
export const pictures = named("lemon-millet-bowl", "green-booster", "overnight-oats", "sprouts-salad");
