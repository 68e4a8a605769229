import { paths } from "~/storefront/paths";
import type { pictures } from "./pictures";

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
    subtitle: "Candles, cake stacks and colour",
    description: "Pancake stacks, fruit bowls and shakes for guests of every age.",
    buttonLabel: "Book Now",
    image: "event-birthday",
    link: paths.birthday(),
  },
  {
    title: "Corporate Events",
    subtitle: "Team lunches and long meetings",
    description: "Sandwiches, wraps and eggs that a room full of colleagues can eat without fuss.",
    buttonLabel: "Enquire",
    image: "event-corporate",
    link: paths.corporate(),
  },
  {
    title: "Family Gatherings",
    subtitle: "Everyone around one table",
    description: "Phulkas, gravies and sundals to pass around, from the grandparents to the smallest cousin.",
    buttonLabel: "See Menus",
    image: "event-family",
    link: paths.family(),
  },
  {
    title: "Party Platters",
    subtitle: "Boards made for sharing",
    description: "Sandwiches, wraps, boiled eggs, cut fruit and tandoori chicken, laid out to help yourself.",
    buttonLabel: "Order Now",
    image: "event-platter",
    link: paths.platters(),
  },
];
