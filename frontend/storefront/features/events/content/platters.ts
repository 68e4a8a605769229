import { paths } from "~/storefront/paths";
import type { EventContent } from "../event";

export const platters: EventContent = {
  key: "platters",
  name: "Party Platters",
  path: paths.platters(),
  heading: "Platters made for sharing",
  text: "Sandwiches, wraps, boiled eggs, sundals and cut fruit, laid out so that everyone helps themselves. Tell us how many are coming.",
  sceneAlt: "Boards of sandwiches and wraps with eggs, cut fruit, sweet corn and tandoori chicken",
  promo: {
    heading: "What goes on a platter",
    text: "Three platters to start from, veg, non-veg and mixed. Swap what you like.",
    dishes: ["chicken-wrap", "sweet-corn", "boiled-eggs"],
    button: "Explore Platters",
    path: paths.partyPlattersPage(),
  },
};
