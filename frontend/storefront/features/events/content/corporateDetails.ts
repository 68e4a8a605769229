import type { EventDetailsContent } from "../event";
import { firstSteps, notice, place, price } from "./shared";

export const corporateDetails: EventDetailsContent = {
  heading: "Book food for your office",
  lead: "Menus for meetings, team lunches and snack breaks, and how to set them up.",
  dishes: ["chicken-rice-bowl", "green-booster", "sprouts-salad"],
  menusLead: "Three menus to start from. Swap any dish for another from our menus.",
  steps: [
    ...firstSteps,
    { title: "Lunch is on", text: "We cook and bring the food, so the meeting can go on." },
  ],
  guests: {
    heading: "How many colleagues?",
    text: "One meeting room or every floor: put the number in the message, with veg and non-veg separately if you know. We’ll work out the quantities with you.",
  },
  questions: [
    {
      question: "Can the company pay for its people's meals?",
      answer:
        "Yes. HR and admins can sponsor meal plans, and companies can tie up with us for employee discounts.",
    },
    {
      question: "What do employees get?",
      answer: "Coupons and passes for dine-in, as agreed with your company.",
    },
    {
      question: "Can we have it every week?",
      answer:
        "Yes, ask for corporate snacking or a custom plan in the message. One-off events are just as welcome.",
    },
    price,
    notice,
    place,
  ],
};
