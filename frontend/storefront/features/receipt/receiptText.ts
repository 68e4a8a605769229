import type { Receipt } from "~/shared/domain/receipt/receipt";
import { chatLink, shareLink } from "~/shared/lib/chatLink";
import { type OrderText, orderLines } from "~/shared/lib/orderText";
import { site } from "~/shared/lib/site";
import { deviceTime } from "~/shared/lib/text";

export function sentAtText({ sentAt }: Receipt): string {
  return deviceTime(sentAt);
}

export function sentOnText({ sentAt }: Receipt): string {
  return new Date(sentAt).toLocaleDateString("en-IN", { day: "numeric", month: "short" });
}

export function lineOf({ title, reference }: Receipt): string {
  return reference ? `${title} ${reference}` : title;
}

/** The receipt as text, to copy or share. Contains no personal data. */
export function receiptText(receipt: Receipt): string {
  return [titleOf(receipt), "", ...orderLines(toOrderText(receipt))].join("\n");
}

/** The same as a chat link without a recipient; long lists are shortened. */
export function receiptShareLink(receipt: Receipt): string {
  return shareLink(titleOf(receipt), toOrderText(receipt));
}

/** A chat with the cafe about this request. */
export function receiptChatLink({ next, reference = "" }: Receipt): string {
  return chatLink({ about: `my ${next === "order" ? "order" : "request"} ${reference}`.trim() });
}

function titleOf({ title }: Receipt): string {
  return `${site.brand.name}: ${title}`;
}

function toOrderText(receipt: Receipt): OrderText {
  const { reference, facts, chosen } = receipt;
  return {
    ...(chosen ? { chosen } : {}),
    facts: [
      ...(reference ? [{ label: "Reference", value: reference }] : []),
      ...facts,
      { label: "Sent", value: sentAtText(receipt) },
    ],
  };
}
