import type { EventDetailsContent } from "../event";
import { allergies, firstSteps, notice, place, price } from "./shared";

export const familyDetails: EventDetailsContent = {
  heading: "Dine with us, the whole family",
  lead: "Menus for a long table, at our place or at yours, and how to book them.",
  dishes: ["phulka", "egg-curry", "lemon-millet-bowl"],
  menusLead: "Three menus to start from. Swap any dish for another from our menus.",
  steps: [...firstSteps, { title: "Sit down together", text: "We cook. You pass the bowls around." }],
  guests: {
    heading: "How many at the table?",
    text: "Two families or four generations: put the number in the message, and tell us who needs it softer or less spicy. We’ll work out the quantities with you.",
  },
  questions: [
    {
      question: "Is it at your place or at our home?",
      answer: "Either. Tell us in the message which you’d like.",
    },
    {
      question: "Half of us are vegetarian. Does that work?",
      answer:
        "Yes, that is what the mixed menu is for. Every dish carries its veg or non-veg mark, so everyone sees what is what.",
    },
    price,
    notice,
    allergies,
    place,
  ],
};
