import { paths } from "~/storefront/paths";
import type { EventContent } from "../event";

/** The lines about HR, companies and employees are marketing text (specification, section 1). */
export const corporate: EventContent = {
  key: "corporate",
  name: "Corporate Events",
  path: paths.corporate(),
  heading: "Good food for people at work",
  text: "More than a cafe: a wellness partner for your team, with protein-packed meals, custom plans and corporate snacking, and expert guidance from healthcare professionals.",
  sceneAlt: "A meal tray with a sandwich, a paneer salad, cut fruit, filter coffee and almond milk around it",
  promo: {
    heading: "A tie-up that feeds the whole office",
    text: "From one team lunch to corporate snacking all year: see sample menus, and how to get started.",
    points: [
      { title: "HR and admins", text: "Sponsor meal plans for your people." },
      { title: "Companies", text: "Tie up with us for employee discounts." },
      { title: "Employees", text: "Get coupons and passes for dine-in." },
    ],
    dishes: ["paneer-sandwich", "sprouts-salad", "lemon-millet-bowl"],
    button: "Book Your Event",
    path: paths.corporatePage(),
  },
};
