import type { EventDetailsContent } from "../event";
import { allergies, firstSteps, notice, price } from "./shared";

export const birthdayDetails: EventDetailsContent = {
  heading: "Plan your birthday party",
  lead: "A look at what we cook for birthdays, and how to book it.",
  dishes: ["pancakes", "mango-shake", "acai-bowl"],
  menusLead: "Three menus to start from. Swap any dish for another from our menus.",
  steps: [
    ...firstSteps,
    { title: "Blow out the candles", text: "We cook and bring the food. You cut the cake." },
  ],
  guests: {
    heading: "How many guests?",
    text: "A few school friends or the whole apartment block: put the number in the message, children and adults separately if you can. We’ll work out the quantities with you.",
  },
  questions: [
    {
      question: "Can everything be vegetarian?",
      answer:
        "Yes. The veg menu has no meat, fish or egg. Every dish carries its veg or non-veg mark, so your guests can see it.",
    },
    {
      question: "Do you bring a cake?",
      answer: "Our pancake stacks carry candles well. If you want a cake too, ask in the message.",
    },
    price,
    notice,
    allergies,
  ],
};
