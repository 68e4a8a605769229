import { beforeEach, expect, test } from "vitest";
import { addReceipt, dismissReceipts, receiptStore, restoreReceipts } from "./store";

const silent = Promise.resolve({});
const details = (title: string) => ({ title, facts: [] });
const held = () => receiptStore.getState().receipts;
const titles = () => held().map(({ title }) => title);
const stored = () => window.sessionStorage.getItem("oottam.receipts");

beforeEach(() => dismissReceipts());

test("a receipt appears immediately, and its reference when the reply has been read", async () => {
  const messages = Promise.resolve({ reference: "OT-7K2M9QX" });
  addReceipt(details("Veg meal order"), messages);
  expect(held().map(({ reference }) => reference)).toEqual([undefined]);
  await messages;
  expect(held().map(({ reference }) => reference)).toEqual(["OT-7K2M9QX"]);
});

test("a newer one comes first, and only the last few are held", () => {
  for (const number of [1, 2, 3, 4, 5, 6]) addReceipt(details(`Order ${number}`), silent);
  expect(titles()).toEqual(["Order 6", "Order 5", "Order 4", "Order 3", "Order 2"]);
});

test("a reply to a dismissed receipt is ignored", async () => {
  const messages = Promise.resolve({ reference: "OT-7K2M9QX" });
  addReceipt(details("Veg meal order"), messages);
  dismissReceipts();
  await messages;
  expect(held()).toEqual([]);
  expect(stored()).toBeNull();
});

test("a reload brings them back", () => {
  addReceipt(details("Veg meal order"), silent);
  receiptStore.setState({ receipts: [], fresh: true });
  restoreReceipts();
  expect(titles()).toEqual(["Veg meal order"]);
  expect(receiptStore.getState().fresh).toBe(false);
});

test("receipts about health are never stored", () => {
  addReceipt(details("Veg meal order"), silent);
  addReceipt({ ...details("Nutrition enquiry"), unstored: true }, silent);
  expect(titles()).toEqual(["Nutrition enquiry", "Veg meal order"]);
  expect(stored()).not.toContain("Nutrition");
});

test("the server's message, which may name the visitor, is not stored", async () => {
  const messages = Promise.resolve({ message: "Dear Meena, thank you!" });
  addReceipt(details("Veg meal order"), messages);
  await messages;
  expect(stored()).not.toContain("Meena");
});
