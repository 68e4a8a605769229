import { paths } from "~/storefront/paths";
import type { EventContent } from "../event";

export const birthday: EventContent = {
  key: "birthday",
  name: "Birthday Celebrations",
  path: paths.birthday(),
  heading: "A birthday table worth the candles",
  text: "Pancake stacks, fruit bowls, wraps and shakes in party colours. Tell us the date and who is coming, and we’ll put the menu together with you.",
  sceneAlt: "A stack of pancakes with candles between a mango shake and a berry smoothie, balloons above",
  promo: {
    heading: "What could be on the table",
    text: "Sample menus for a party, veg, non-veg and mixed, and how a booking goes from the first message to the last candle.",
    dishes: ["cut-fruit", "mango-shake", "paneer-sandwich"],
    button: "Plan Your Party",
    path: paths.birthdayPage(),
  },
};
