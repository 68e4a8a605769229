import { site } from "~/shared/lib/site";

/** Answers that are the same for every event. */
export const price = {
  question: "What does it cost?",
  answer:
    "That depends on the dishes and the number of guests. Send us the form, and we’ll work it out with you before you decide.",
};

export const notice = {
  question: "How early should we ask?",
  answer: "As soon as you know the date. Put it in the message, and we’ll tell you whether we can make it.",
};

export const allergies = {
  question: "Someone has an allergy. What should we do?",
  answer: "Mention it in the message, so we can plan the menu around it from the start.",
};

export const place = {
  question: "Where are you?",
  answer: `${site.contact.location}. Tell us where your event is, and we’ll work out how to get the food there.`,
};

/** The first steps of every booking; each event adds the last one. */
export const firstSteps = [
  {
    title: "Send the form",
    text: "Tell us who you are and what you’re celebrating, and put the date, the place and the number of guests in the message.",
  },
  { title: "We get in touch", text: "By phone or email, with a few questions and a first menu for you." },
  {
    title: "Settle the menu",
    text: "Swap dishes, then agree on the price and the time. Nothing is booked until then.",
  },
];
