import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { addReceipt, dismissReceipts, receiptStore } from "~/storefront/state/receipt/store";
import { ReceiptPlace } from "./ReceiptPlace";

const reply = (reference?: string) => Promise.resolve(reference ? { reference } : {});
const details = { title: "Veg Meal Order", facts: [{ label: "Days", value: "6" }] };

beforeEach(() => {
  dismissReceipts();
  vi.stubGlobal("scrollBy", vi.fn());
});

const at = (pathname: string) => (
  <>
    <ReceiptPlace pathname={pathname} />
    <main id="main" tabIndex={-1} />
  </>
);
const toggle = () => screen.findByRole("button", { name: /^Received: / });

test("the live region is present from the start, and there is no receipt", () => {
  render(at("/birthday"));
  expect(document.querySelector("[aria-live=polite]")?.textContent).toBe("");
  expect(screen.queryByRole("region")).toBeNull();
});

test("a receipt is folded at first, unfolded on the next page, and folded on the one after", async () => {
  const { rerender } = render(at("/meal/VegMealForm"));
  await act(async () => addReceipt(details, reply("OT-7K2M9QX")));
  expect((await toggle()).textContent).toBe("Received: Veg Meal Order · OT-7K2M9QX");
  expect((await toggle()).getAttribute("aria-expanded")).toBe("false");
  expect(document.querySelector("[aria-live=polite]")?.textContent).toContain("Reference OT-7K2M9QX.");
  rerender(at("/meal/VegMeal"));
  expect((await toggle()).getAttribute("aria-expanded")).toBe("true");
  rerender(at("/"));
  expect((await toggle()).getAttribute("aria-expanded")).toBe("false");
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

test("after a reload the receipt is folded and not announced", async () => {
  window.sessionStorage.setItem("oottam.receipts", JSON.stringify([{ ...details, sentAt: 1 }]));
  receiptStore.setState({ receipts: [], fresh: false });
  render(at("/"));
  expect((await toggle()).getAttribute("aria-expanded")).toBe("false");
  expect(screen.getAllByRole("status")[0]?.textContent).toBe("");
});

test("the scroll position is kept when a receipt appears", async () => {
  render(at("/birthday"));
  const main = document.getElementById("main");
  if (main) main.getBoundingClientRect = () => ({ top: screen.queryByRole("region") ? 88 : 40 }) as DOMRect;
  await act(async () => addReceipt(details, reply()));
  await toggle();
  expect(window.scrollBy).toHaveBeenCalledWith({ top: 48, behavior: "instant" });
});
