import { expect, test } from "vitest";
import {
  mergeReceipts,
  type Receipt,
  readReceipts,
  readRemembered,
  toRemembered,
  withReply,
} from "./receipt";

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

const DAY = 24 * 60 * 60 * 1000;
const sent: Receipt = { ...receipt, next: "order", reference: "OT-1", statusPath: "/status/abc" };

test("title, time, reference and path alone are remembered", () => {
  const remembered = { title: "Veg meal order", sentAt: 1, reference: "OT-1", statusPath: "/status/abc" };
  expect(toRemembered(sent)).toEqual(remembered);
  const altered = JSON.stringify([{ ...remembered, facts: sent.facts, name: "Meena" }]);
  expect(readRemembered(altered, 2)).toEqual([{ ...remembered, facts: [], seen: true }]);
});

test.each([
  ["29 days later it is remembered", 29 * DAY, 1],
  ["30 days later it is not", 30 * DAY, 0],
  ["nor by a clock that was set back as far", -30 * DAY, 0],
])("%s", (_, later, count) => {
  expect(
    readRemembered(JSON.stringify([{ title: "Veg meal order", sentAt: DAY }]), DAY + later),
  ).toHaveLength(count);
});

test("invalid remembered receipts are dropped", () => {
  const broken = [
    null,
    7,
    {},
    { title: 1, sentAt: 1 },
    { title: "x", sentAt: 1, statusPath: "//evil.example" },
  ];
  expect(readRemembered(JSON.stringify(broken), 2)).toEqual([]);
});

test("merged receipts are in order, each once", () => {
  const other = { ...receipt, title: "Event enquiry", sentAt: 2 };
  expect(mergeReceipts([sent], [other, { ...sent, facts: [] }])).toEqual([other, sent]);
});

test.each([null, "", "{", '{"title": "Veg meal order"}'])("%s holds none", (text) => {
  expect(readReceipts(text)).toEqual([]);
});
