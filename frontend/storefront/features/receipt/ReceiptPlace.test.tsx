import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addReceipt, dismissReceipts, receiptStore } from "~/storefront/state/receipt/store";
import "./ReceiptCard"; // loaded beforehand, so that no test waits for it
import { ReceiptPlace } from "./ReceiptPlace";

const reply = (reference?: string) => Promise.resolve(reference ? { reference } : {});
const details = {
  title: "Veg Meal Order",
  facts: [{ label: "Days", value: "6" }],
  opensAt: "/meal/VegMeal",
};

beforeEach(() => {
  window.localStorage.clear();
  dismissReceipts();
  window.sessionStorage.clear();
  vi.stubGlobal("scrollBy", vi.fn());
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  document.querySelector("[data-message]")?.remove();
});

const at = (pathname: string, isLeaving = false) => (
  <>
    <ReceiptPlace pathname={pathname} isLeaving={isLeaving} />
    <main id="main" tabIndex={-1} />
  </>
);
const toggle = () => screen.findByRole("button", { name: /^Received: / });

test("the live region is present from the start, and there is no receipt", () => {
  render(at("/birthday"));
  expect(document.querySelector("[aria-live=polite]")?.textContent).toBe("");
  expect(screen.queryByRole("region")).toBeNull();
});

test("a receipt is folded at first, unfolded where its form leads, and folded on later pages", async () => {
  const { rerender } = render(at("/meal/VegMealForm"));
  await act(async () => addReceipt(details, reply("OT-7K2M9QX")));
  expect((await toggle()).textContent).toBe("Received: Veg Meal Order · OT-7K2M9QX");
  expect((await toggle()).getAttribute("aria-expanded")).toBe("false");
  expect(document.querySelector("[aria-live=polite]")?.textContent).toContain("Reference OT-7K2M9QX.");
  rerender(at("/meal/VegMeal"));
  expect((await toggle()).getAttribute("aria-expanded")).toBe("true");
  for (const later of ["/", "/meal/VegMeal"]) {
    rerender(at(later));
    expect((await toggle()).getAttribute("aria-expanded")).toBe("false");
  }
});

test("a receipt is folded on a page where its form does not lead, with a link to track it", async () => {
  const { rerender } = render(at("/family"));
  await act(async () =>
    addReceipt(
      { ...details, opensAt: "/family", next: "event" },
      Promise.resolve({ reference: "OT-1", statusPath: "/status/1" }),
    ),
  );
  rerender(at("/meal/VegMeal"));
  expect((await toggle()).getAttribute("aria-expanded")).toBe("false");
  const strip = within((await toggle()).parentElement as HTMLElement);
  expect(strip.getByRole("link").textContent).toBe("Track your request (opens in a new tab)");
  fireEvent.click(await toggle());
  expect((await toggle()).getAttribute("aria-expanded")).toBe("true");
  expect(strip.queryByRole("link")).toBeNull();
});

test("a receipt can be folded, and dismissing it moves the focus to the page", async () => {
  render(at("/birthday"));
  await act(async () => addReceipt(details, reply()));
  fireEvent.click(await toggle());
  expect((await toggle()).getAttribute("aria-expanded")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "Dismiss the receipt" }));
  expect(screen.queryByRole("region")).toBeNull();
  expect(document.activeElement?.id).toBe("main");
});

test.each([
  ["the first reload unfolds the receipt", "/meal/VegMeal", {}, "true"],
  ["later reloads keep it folded", "/meal/VegMeal", { seen: true }, "false"],
  ["another page that is loaded keeps it folded", "/", {}, "false"],
])("%s, without announcing it", async (_, pathname, seen, expanded) => {
  window.sessionStorage.setItem("oottam.receipts", JSON.stringify([{ ...details, ...seen, sentAt: 1 }]));
  receiptStore.setState({ receipts: [], fresh: false });
  render(at(pathname));
  expect((await toggle()).getAttribute("aria-expanded")).toBe(expanded);
  expect(document.querySelector("[aria-live=polite]")?.textContent).toBe("");
});

/** Renders a page with a receipt that has just been sent from it; the card's code is loaded. */
async function sentAt(pathname: string, isLeaving = false) {
  const view = render(at(pathname, isLeaving));
  vi.useFakeTimers();
  await act(async () => addReceipt(details, reply("OT-7K2M9QX")));
  await act(async () => vi.dynamicImportSettled());
  return view;
}
const expanded = () => screen.getByRole("button", { name: /^Received: / }).getAttribute("aria-expanded");
const wait = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds));

test("a receipt unfolds on its own page 3 s later, at the top", async () => {
  await sentAt("/birthday");
  await wait(2900);
  expect(expanded()).toBe("false");
  await wait(200);
  expect(expanded()).toBe("true");
  await wait(100);
  expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: "instant" });
});

test("a receipt stays folded while a message is shown", async () => {
  await sentAt("/birthday");
  const message = document.createElement("p");
  message.dataset.message = "";
  document.body.append(message);
  await wait(10_000);
  expect(expanded()).toBe("false");
  message.remove();
  await wait(0);
  expect(expanded()).toBe("true");
});

test.each([
  ["a visitor goes on with the page", () => fireEvent.keyDown(screen.getByRole("main"))],
  [
    "it was unfolded and folded again",
    () => [1, 2].map(() => fireEvent.click(screen.getAllByRole("button")[0] as Element)),
  ],
])("a receipt stays folded on its page when %s, and unfolds where its form leads", async (_, act) => {
  const { rerender } = await sentAt("/meal/VegMealForm");
  act();
  await wait(10_000);
  expect(expanded()).toBe("false");
  rerender(at("/meal/VegMeal"));
  expect(expanded()).toBe("true");
});

test("a receipt stays folded while its page is being left", async () => {
  await sentAt("/meal/VegMealForm", true);
  await wait(10_000);
  expect(expanded()).toBe("false");
});

test("the scroll position is kept when a receipt appears", async () => {
  render(at("/birthday"));
  const main = document.getElementById("main");
  if (main) main.getBoundingClientRect = () => ({ top: screen.queryByRole("region") ? 88 : 40 }) as DOMRect;
  await act(async () => addReceipt(details, reply()));
  await toggle();
  expect(window.scrollBy).toHaveBeenCalledWith({ top: 48, behavior: "instant" });
});

async function openWithReceipts(count: number) {
  render(at("/"));
  for (let number = 1; number <= count; number += 1) {
    const replied = Promise.resolve({ reference: `OT-${number}`, statusPath: `/status/${number}` });
    await act(async () => addReceipt({ ...details, next: "order" }, replied));
  }
  return within(await screen.findByRole("region"));
}
const hrefs = (links: readonly Element[]) => links.map((link) => link.getAttribute("href"));

test("the main link is the next step of an order, and tracking comes second", async () => {
  const card = await openWithReceipts(1);
  expect(hrefs(card.getAllByRole("link").slice(0, 2))).toEqual(["/status/1/start/", "/status/1"]);
});

test("earlier receipts keep their links, three of them until all are asked for", async () => {
  const card = await openWithReceipts(6);
  const earlier = () => hrefs(card.getAllByRole("link", { name: /^Track Veg Meal Order OT-/ }));
  expect(earlier()).toEqual(["/status/5", "/status/4", "/status/3"]);
  fireEvent.click(card.getByRole("button", { name: "Show all 5" }));
  expect(earlier()).toHaveLength(5);
});

test("remembered receipts can be forgotten, one and all, and the focus stays in the card", async () => {
  const card = await openWithReceipts(3);
  fireEvent.click(card.getByRole("button", { name: "Remember on this phone" }));
  expect(card.getByRole("status").textContent).toBe("Kept on this phone for 30 days, without your name.");
  const second = card.getByRole("button", { name: "Forget Veg Meal Order OT-2" });
  second.focus();
  fireEvent.click(second);
  expect(document.activeElement).toBe(card.getByRole("button", { name: "Forget Veg Meal Order OT-1" }));
  fireEvent.click(card.getByRole("button", { name: "Forget all" }));
  expect(screen.queryByRole("region")).toBeNull();
  expect(document.activeElement?.id).toBe("main");
});

test("blocked storage is said beside the button", async () => {
  const card = await openWithReceipts(1);
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  fireEvent.click(card.getByRole("button", { name: "Remember on this phone" }));
  expect(card.getByRole("status").textContent).toContain("It couldn’t be kept");
});
