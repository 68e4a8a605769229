import type { EventDetailsContent } from "../event";
import { allergies, firstSteps, notice, price } from "./shared";

export const plattersDetails: EventDetailsContent = {
  heading: "Explore our party platters",
  lead: "What goes on them, and how to book yours.",
  dishes: ["paneer-sandwich", "boiled-eggs", "tandoori-chicken"],
  menusLead: "Three platters to start from. Swap any dish for another from our menus.",
  steps: [...firstSteps, { title: "Help yourselves", text: "We lay the platters out ready to share." }],
  guests: {
    heading: "How many are coming?",
    text: "A handful of friends or a full terrace: put the number in the message. We’ll work out with you how many platters you need.",
  },
  questions: [
    {
      question: "Can veg and non-veg be kept apart?",
      answer: "Yes, ask for separate platters in the message. Every dish carries its veg or non-veg mark.",
    },
    {
      question: "Can we put our own platter together?",
      answer: "Yes. Name the dishes you like from our menus, and we’ll build the platter from them.",
    },
    price,
    notice,
    allergies,
  ],
};
