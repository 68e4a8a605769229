import { site } from "./site";

export type ChatGreeting = keyof typeof site.chatGreetings;

/** Address that opens the messaging app with an order greeting filled in (specification, section 1). */
export function chatLink(greeting: ChatGreeting): string {
  const number = site.contact.chatNumber.replace(/\D/g, "");
  return `https://wa.me/${number}?text=${encodeURIComponent(site.chatGreetings[greeting])}`;
}
