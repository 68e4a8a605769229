import { paths } from "~/storefront/paths";
import type { EventContent } from "../event";

export const family: EventContent = {
  key: "family",
  name: "Family Gatherings",
  path: paths.family(),
  heading: "One long table, the whole family",
  text: "Warm phulkas, gravies to pass around, sundals and rice bowls, from the grandparents to the smallest cousin. At your home or at our place: tell us the day.",
  sceneAlt:
    "A family table with chicken biryani, phulkas, paneer butter masala, tandoori chicken and a rajma corn salad",
  promo: {
    heading: "Come hungry, bring everyone",
    text: "Sample menus for a family table, veg, non-veg and mixed, and how to book it.",
    dishes: ["palak-paneer", "phulka", "lemon-millet-bowl"],
    button: "Dine with Us",
    path: paths.familyPage(),
  },
};
