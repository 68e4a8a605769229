import { type OrderText, orderLines } from "#shared/lib/orderText.ts";
import type { Receipt } from "~/shared/domain/receipt/receipt";
import { shareLink } from "~/shared/lib/chatLink";
import { site } from "~/shared/lib/site";

/** When it was sent, as the visitor's clock and country have it. */
export function sentAtText({ sentAt }: Receipt): string {
  return new Date(sentAt).toLocaleString("en-IN", { dateStyle: "medium", timeStyle: "short" });
}

/** The receipt line by line, to copy or to share: nobody's name, number or address is in it. */
export function receiptText(receipt: Receipt): string {
  return [titleOf(receipt), "", ...orderLines(toOrderText(receipt))].join("\n");
}

/** The same for a chat with whomever the visitor chooses; long lists are cut short. */
export function receiptShareLink(receipt: Receipt): string {
  return shareLink(titleOf(receipt), toOrderText(receipt));
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
