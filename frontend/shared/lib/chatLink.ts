import { type OrderText, orderLines, sizeOf } from "./orderText";
import { greetingAbout, site } from "./site";

/** One of the four greetings (specification, section 1), or another matter: "a birthday celebration". */
export type ChatTopic = "general" | "veg" | "nonveg" | "tray" | { readonly about: string };

/** Some programs truncate longer URLs. */
const LONGEST_ADDRESS = 1800;

/** URL that opens the messaging app with the topic's greeting, followed by the order, line by line. */
export function chatLink(topic: ChatTopic, order?: OrderText): string {
  const number = site.contact.chatNumber.replace(/\D/g, "");
  return withText(`https://wa.me/${number}`, greetingOf(topic), order);
}

/** URL that opens the messaging app with this text, for a recipient of the visitor's choice. */
export function shareLink(title: string, order: OrderText): string {
  return withText("https://wa.me/", title, order);
}

function greetingOf(topic: ChatTopic): string {
  if (typeof topic === "string") return site.chatGreetings[topic];
  return greetingAbout.replace("{matter}", () => topic.about);
}

function withText(address: string, beginning: string, order: OrderText | undefined): string {
  const start = `${address}?text=${encodeURIComponent(beginning)}`;
  if (!order) return start;
  const lines = orderLines(order, LONGEST_ADDRESS - start.length - sizeOf([""]));
  return start + encodeURIComponent(["", "", ...lines].join("\n"));
}
