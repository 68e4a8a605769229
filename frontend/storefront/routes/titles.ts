import { textsOf } from "~/storefront/product/texts";

/** The screens' titles; those of forms are in table.ts. */
export const titles = textsOf("titles");

/** What the preview picture of shared links shows. */
export const shareAlt = textsOf("everyPage").shareAlt;
