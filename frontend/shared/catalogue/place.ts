import rules from "@contract/rules.json";
import file from "@contract/site.json";

interface Site {
  readonly contact: { readonly location: string };
  readonly place?: { readonly town?: string; readonly freeDeliveryKm?: number };
}

const { place, contact }: Site = file;

/** The shop's town; by default the text before the colon in "Chennai: Besant Nagar, Alwarpet". */
export const town: string = place?.town ?? contact.location.split(":", 1)[0] ?? contact.location;

/** Delivery is free up to this many kilometres. */
export const freeDeliveryKm: number = place?.freeDeliveryKm ?? rules.freeDeliveryKm;
