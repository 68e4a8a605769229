import { expect, test } from "vitest";
import { type Receipt, readReceipts, withReply } from "./receipt";

const receipt: Receipt = {
  title: "Veg meal order",
  sentAt: 1,
  chosen: { label: "Dishes", names: ["Quinoa"] },
  facts: [
    { label: "Days", value: "6" },
    { label: "Total", value: "₹3,276.00" },
  ],
};

test("where to see how far it is stands on it", () => {
  expect(withReply(receipt, { statusPath: "/status/abc" })).toEqual({
    ...receipt,
    statusPath: "/status/abc",
  });
});

test("the reference stands on it; the server's sentence is the popup's and goes with that", () => {
  const message = "Thank you! Your veg meal order OT-7K2M9QX is in: ₹3,276.00 for 6 days.";
  expect(withReply(receipt, { reference: "OT-7K2M9QX", message })).toEqual({
    ...receipt,
    reference: "OT-7K2M9QX",
  });
});

test("where the server names another amount first, that one stands in the place of ours", () => {
  const message = "Your order is in: ₹3,120.50 for 6 days. The page sent ₹3,276.00; ₹3,120.50 counts.";
  expect(withReply(receipt, { message }).facts).toEqual([
    { label: "Days", value: "6" },
    { label: "The kitchen’s total", value: "₹3,120.50" },
  ]);
});

test.each(["Thank you!", "It comes to ₹ 3,276 in all."])("%s contradicts no amount", (message) => {
  expect(withReply(receipt, { message }).facts).toEqual(receipt.facts);
});

test("a discount in the sentence is not taken for the amount, nor one on the receipt", () => {
  const combos = {
    ...receipt,
    facts: [
      { label: "Discount", value: "₹2,010" },
      { label: "Total", value: "₹24,990" },
    ],
  };
  const message = "Your combo order is in: ₹24,990.00 for 72 items, with ₹2,010.00 off.";
  expect(withReply(combos, { message }).facts).toEqual(combos.facts);
});

test("what a tab kept is read back, and what is no receipt is left out", () => {
  const whole = { ...receipt, next: "order", reference: "OT-1", statusPath: "/status/abc" };
  const broken = [
    null,
    7,
    {},
    { ...receipt, facts: [{ label: 1 }] },
    { ...receipt, chosen: { label: "x" } },
    { ...receipt, next: "toString" },
    { ...receipt, statusPath: "https://evil.example/" },
  ];
  expect(readReceipts(JSON.stringify([receipt, whole, ...broken]))).toEqual([receipt, whole]);
});

test.each([null, "", "{", '{"title": "Veg meal order"}'])("%s holds none", (text) => {
  expect(readReceipts(text)).toEqual([]);
});
