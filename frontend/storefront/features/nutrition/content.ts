import { named } from "~/shared/pictures/named";
import { textsOf } from "~/storefront/product/texts";

/** The pictures of the intro's cards. */
export const pictures = named("lemon-millet-bowl", "green-booster", "overnight-oats", "sprouts-salad");

export const texts = textsOf("nutrition");
