import { paths } from "~/storefront/paths";

/** The four event pages, in the order of the specification. */
export const eventLinks = [
  { label: "Birthday Celebrations", to: paths.birthday() },
  { label: "Corporate Events", to: paths.corporate() },
  { label: "Family Gatherings", to: paths.family() },
  { label: "Party Platters", to: paths.platters() },
] as const;
