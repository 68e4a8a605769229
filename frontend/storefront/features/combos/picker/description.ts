import { textsOf } from "~/storefront/product/texts";

export const description = textsOf("combos").description;
