import { paths } from "~/storefront/paths";
import type { pictures } from "./pictures";
import { texts } from "./texts";

/** Event card (specification, section 3). */
export interface EventCard {
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly buttonLabel: string;
  readonly image: keyof typeof pictures;
  readonly link: string;
}

/** Titles, buttons and destinations are the specification's (section 2). */
export const eventCards: readonly EventCard[] = [
  {
    title: "Birthday Celebrations",
    subtitle: texts.birthdaySubtitle,
    description: texts.birthdayText,
    buttonLabel: "Book Now",
    image: "event-birthday",
    link: paths.birthday(),
  },
  {
    title: "Corporate Events",
    subtitle: texts.corporateSubtitle,
    description: texts.corporateText,
    buttonLabel: "Enquire",
    image: "event-corporate",
    link: paths.corporate(),
  },
  {
    title: "Family Gatherings",
    subtitle: texts.familySubtitle,
    description: texts.familyText,
    buttonLabel: "See Menus",
    image: "event-family",
    link: paths.family(),
  },
  {
    title: "Party Platters",
    subtitle: texts.plattersSubtitle,
    description: texts.plattersText,
    buttonLabel: "Order Now",
    image: "event-platter",
    link: paths.platters(),
  },
];
