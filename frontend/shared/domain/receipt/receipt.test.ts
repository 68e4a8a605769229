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

test("a receipt gets the status path", () => {
  expect(withReply(receipt, { statusPath: "/status/abc" })).toEqual({
    ...receipt,
    statusPath: "/status/abc",
  });
});

test("a receipt gets the reference but not the server's message", () => {
  const message = "Thank you! Your veg meal order OT-7K2M9QX is in: ₹3,276.00 for 6 days.";
  expect(withReply(receipt, { reference: "OT-7K2M9QX", message })).toEqual({
    ...receipt,
    reference: "OT-7K2M9QX",
  });
});

test("the first amount in the server's message replaces a different total", () => {
  const message = "Your order is in: ₹3,120.50 for 6 days. The page sent ₹3,276.00; ₹3,120.50 counts.";
  expect(withReply(receipt, { message }).facts).toEqual([
    { label: "Days", value: "6" },
    { label: "The kitchen’s total", value: "₹3,120.50" },
  ]);
});

test.each(["Thank you!", "It comes to ₹ 3,276 in all."])("%s contradicts no amount", (message) => {
  expect(withReply(receipt, { message }).facts).toEqual(receipt.facts);
});

test("a discount is not mistaken for the total", () => {
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

test("stored receipts are read back without invalid ones", () => {
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
