import { textsOf } from "~/storefront/product/texts";

export const texts = textsOf("nutrition");
