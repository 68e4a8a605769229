import { expect, test } from "vitest";
import { receiptChatLink, receiptText } from "./receiptText";

const receipt = {
  title: "Veg Meal Order",
  next: "order" as const,
  facts: [{ label: "Days", value: "6" }],
  sentAt: new Date(2026, 10, 26, 19, 30).getTime(),
  reference: "OT-7K2M9QX",
};
const chatText = (address: string) => new URL(address).searchParams.get("text");

test("a receipt tells when it was sent as 7:30 pm", () => {
  expect(receiptText(receipt)).toBe(
    "Oottam: Veg Meal Order\n\nReference: OT-7K2M9QX\nDays: 6\nSent: 26 Nov 2026, 7:30 pm",
  );
});

test("a chat from a receipt names the order by its reference", () => {
  expect(chatText(receiptChatLink(receipt))).toBe("Hi Oottam, about my order OT-7K2M9QX:");
  const { next, reference, ...unnumbered } = receipt;
  expect(chatText(receiptChatLink(unnumbered))).toBe("Hi Oottam, about my request:");
});
