import file from "@contract/site.json";
import { pictureSources } from "~/scripts/pictureFiles";
import { healthPlans } from "~/shared/catalogue/healthPlans";
import { named } from "~/shared/pictures/named";
import type { PictureSource } from "~/shared/ui/Picture";
import { textsOf } from "~/storefront/product/texts";

/** The scene of each health plan, by its picture key. */
export const planPictures = named(...healthPlans.map(({ image }) => image));

export const texts = textsOf("healthPlans");

/** What a shop says of a doctor; all but the name may be left out. */
export interface Doctor {
  readonly name: string;
  readonly speciality?: string;
  readonly registration?: string;
  /** Whole years of experience. */
  readonly years?: number;
  readonly languages?: string;
  readonly fee?: string;
  readonly times?: string;
  readonly photo?: PictureSource | undefined;
}

type Entry = string | (Omit<Doctor, "photo"> & { readonly image?: string });

const photos = pictureSources("doctors");
const entries: readonly Entry[] = file.doctors.names;

/** The doctors who can be booked, in their order. */
export const doctors: readonly Doctor[] = entries.map((entry) => {
  if (typeof entry === "string") return { name: entry };
  const { image, ...facts } = entry;
  return image === undefined ? facts : { ...facts, photo: photos[image] };
});
