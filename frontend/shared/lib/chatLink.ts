import { type OrderText, orderLines, sizeOf } from "./orderText";
import { site } from "./site";

export type ChatGreeting = keyof typeof site.chatGreetings;

/** Some programs truncate longer URLs. */
const LONGEST_ADDRESS = 1800;

/**
 * URL that opens the messaging app with a greeting (specification, section 1), followed by the order, line by line.
 */
export function chatLink(greeting: ChatGreeting, order?: OrderText): string {
  const number = site.contact.chatNumber.replace(/\D/g, "");
  return withText(`https://wa.me/${number}`, site.chatGreetings[greeting], order);
}

/** URL that opens the messaging app with this text, for a recipient of the visitor's choice. */
export function shareLink(title: string, order: OrderText): string {
  return withText("https://wa.me/", title, order);
}

function withText(address: string, beginning: string, order: OrderText | undefined): string {
  const start = `${address}?text=${encodeURIComponent(beginning)}`;
  if (!order) return start;
  const lines = orderLines(order, LONGEST_ADDRESS - start.length - sizeOf([""]));
  return start + encodeURIComponent(["", "", ...lines].join("\n"));
}
