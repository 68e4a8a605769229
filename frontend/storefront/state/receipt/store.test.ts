import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  addReceipt,
  dismissReceipts,
  followOtherTabs,
  forgetReceipts,
  receiptStore,
  rememberReceipts,
  restoreReceipts,
} from "./store";

const silent = Promise.resolve({});
const details = (title: string) => ({ title, facts: [] });
const held = () => receiptStore.getState().receipts;
const titles = () => held().map(({ title }) => title);
const stored = () => window.sessionStorage.getItem("oottam.receipts");

const PHONE_KEY = "oottam.rememberedReceipts";
const remembered = () => receiptStore.getState().remembered.map(({ title }) => title);
const onPhone = () => window.localStorage.getItem(PHONE_KEY);

/** A receipt whose reply has arrived. */
async function addReplied(title: string, more: { unstored?: boolean } = {}): Promise<void> {
  const reply = Promise.resolve({ reference: "OT-1", statusPath: "/status/abc" });
  addReceipt({ title, facts: [{ label: "Days", value: "6" }], ...more }, reply);
  await reply;
}

/** What a page load in the same tab, or the first one in a new tab, begins with. */
function load({ newTab = false } = {}): void {
  if (newTab) window.sessionStorage.clear();
  receiptStore.setState({ receipts: [], remembered: [], fresh: false });
  restoreReceipts();
}

beforeEach(() => {
  window.localStorage.clear();
  dismissReceipts();
});
afterEach(() => vi.useRealTimers());

test("a receipt appears immediately, and its reference when the reply has been read", async () => {
  const messages = Promise.resolve({ reference: "OT-7K2M9QX" });
  addReceipt(details("Veg meal order"), messages);
  expect(held().map(({ reference }) => reference)).toEqual([undefined]);
  await messages;
  expect(held().map(({ reference }) => reference)).toEqual(["OT-7K2M9QX"]);
});

test("a newer one comes first, and the earlier ones of the visit are held", () => {
  for (const number of [1, 2, 3, 4, 5, 6]) addReceipt(details(`Order ${number}`), silent);
  expect(titles()).toEqual(["Order 6", "Order 5", "Order 4", "Order 3", "Order 2", "Order 1"]);
});

test("a reply to a dismissed receipt is ignored", async () => {
  const messages = Promise.resolve({ reference: "OT-7K2M9QX" });
  addReceipt(details("Veg meal order"), messages);
  dismissReceipts();
  await messages;
  expect(held()).toEqual([]);
  expect(stored()).toBe("[]");
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

test("a page load opens a restored receipt once", () => {
  addReceipt(details("Veg meal order"), silent);
  load();
  expect(held()[0]?.seen).toBeUndefined();
  load();
  expect(held()[0]?.seen).toBe(true);
});

test("remembered receipts outlive the tab, with title, reference, path and time alone", async () => {
  await addReplied("Veg meal order");
  expect(rememberReceipts()).toBe(true);
  expect(JSON.parse(onPhone() ?? "")).toEqual([
    { title: "Veg meal order", sentAt: expect.any(Number), reference: "OT-1", statusPath: "/status/abc" },
  ]);
  load({ newTab: true });
  expect(titles()).toEqual([]);
  expect(remembered()).toEqual(["Veg meal order"]);
});

test("receipts about health are not remembered", async () => {
  await addReplied("Nutrition enquiry", { unstored: true });
  rememberReceipts();
  expect(onPhone()).toBeNull();
});

test("30 days later the phone has forgotten them by itself", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await addReplied("Veg meal order");
  rememberReceipts();
  vi.setSystemTime(Date.now() + 30 * 24 * 60 * 60 * 1000);
  load({ newTab: true });
  expect(remembered()).toEqual([]);
  expect(onPhone()).toBeNull();
});

test("remembering adds to what other tabs have remembered", async () => {
  await addReplied("Veg meal order");
  rememberReceipts();
  load({ newTab: true });
  await addReplied("Event enquiry");
  rememberReceipts();
  expect(remembered()).toEqual(["Event enquiry", "Veg meal order"]);
});

test("a forgotten receipt is gone from the phone and from the tab", async () => {
  await addReplied("Veg meal order");
  await addReplied("Event enquiry");
  rememberReceipts();
  forgetReceipts(held().slice(0, 1));
  expect([titles(), remembered()]).toEqual([["Veg meal order"], ["Veg meal order"]]);
  expect(onPhone()).not.toContain("Event");
  expect(stored()).not.toContain("Event");
  forgetReceipts(held());
  expect([titles(), remembered(), onPhone(), stored()]).toEqual([[], [], null, null]);
});

test("what one tab forgets is gone from the others, and what it remembers is there", async () => {
  const stop = followOtherTabs();
  await addReplied("Veg meal order");
  rememberReceipts();
  const other = [{ title: "Event enquiry", sentAt: Date.now() + 1000, reference: "OT-2" }];
  window.localStorage.setItem(PHONE_KEY, JSON.stringify(other));
  window.dispatchEvent(new StorageEvent("storage", { key: PHONE_KEY }));
  expect([titles(), remembered(), stored()]).toEqual([[], ["Event enquiry"], null]);
  stop();
});

test("full storage is reported", async () => {
  await addReplied("Veg meal order");
  const setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.spyOn(window, "localStorage", "get").mockReturnValue({
    getItem: () => null,
    setItem,
  } as unknown as Storage);
  expect(rememberReceipts()).toBe(false);
  expect(remembered()).toEqual([]);
});

test("after dismissing them, remembered receipts stay hidden in this tab until something is sent", async () => {
  await addReplied("Veg meal order");
  rememberReceipts();
  dismissReceipts();
  load();
  expect(remembered()).toEqual([]);
  await addReplied("Event enquiry");
  expect(remembered()).toEqual(["Veg meal order"]);
});
