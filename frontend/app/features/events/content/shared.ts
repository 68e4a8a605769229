import { site } from "~/lib/site";

/** Answers that are the same for every event. */
export const price = {
  question: "What does it cost?",
  answer:
    "That depends on the dishes and the number of guests. Send us the form, and we work it out with you before you decide.",
};

export const notice = {
  question: "How early should we ask?",
  answer: "As soon as you know the day. Write it in the message, and we tell you whether we can make it.",
};

export const allergies = {
  question: "Someone has an allergy. What should we do?",
  answer: "Name it in the message, so that we plan the menu around it from the start.",
};

export const place = {
  question: "Where are you?",
  answer: `${site.contact.location}. Tell us where your event is, and we see how to get the food there.`,
};

/** The first steps of every booking; the last one is the event's own. */
export const firstSteps = [
  {
    title: "Send the form",
    text: "Who you are, what you celebrate, and in the message the day, the place and the guests.",
  },
  { title: "We get in touch", text: "By phone or e-mail, with questions and a first menu for you." },
  {
    title: "Settle the menu",
    text: "Swap dishes, agree on the price and the time. Nothing is booked until then.",
  },
];
