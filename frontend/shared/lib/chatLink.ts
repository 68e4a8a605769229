import { type OrderText, orderLines, sizeOf } from "./orderText";
import { site } from "./site";

export type ChatGreeting = keyof typeof site.chatGreetings;

/** Longer addresses are cut off by some of the programs that pass them on. */
const LONGEST_ADDRESS = 1800;

/**
 * Address that opens the messaging app with an order greeting filled in (specification, section 1). With an order
 * the greeting goes on with what is chosen, line by line.
 */
export function chatLink(greeting: ChatGreeting, order?: OrderText): string {
  const number = site.contact.chatNumber.replace(/\D/g, "");
  return withText(`https://wa.me/${number}`, site.chatGreetings[greeting], order);
}

/** Address that opens the messaging app with these words, for whomever the visitor chooses. */
export function shareLink(title: string, order: OrderText): string {
  return withText("https://wa.me/", title, order);
}

function withText(address: string, beginning: string, order: OrderText | undefined): string {
  const start = `${address}?text=${encodeURIComponent(beginning)}`;
  if (!order) return start;
  const lines = orderLines(order, LONGEST_ADDRESS - start.length - sizeOf([""]));
  return start + encodeURIComponent(["", "", ...lines].join("\n"));
}
