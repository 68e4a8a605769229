import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ToastHost } from "~/shared/ui/Notifications";
import { describeMenuChanges, showMenuChanges } from "./showMenuChanges";

vi.mock("~/shared/catalogue/edition", () => ({
  soldOut: { Phulka: "today", Adai: "today", Quinoa: "2026-11-28", Idli: "" },
}));

const NOTHING = { gone: [], soldOut: [], repriced: [] };
const soldOut = (...names: string[]) => ({ ...NOTHING, soldOut: names.map((name) => ({ name })) });
const repriced = (name: string, was?: number, now?: number) => ({ name, was, now });

test.each([
  [{ ...NOTHING, gone: ["Dosa"] }, "Dosa is no longer on the menu. We took it out of your selection."],
  [
    { ...NOTHING, gone: ["A", "B", "C", "D", "E"] },
    "A, B, C and 2 more are no longer on the menu. We took them out of your selection.",
  ],
  [soldOut("Phulka"), "Phulka is sold out today. We took it out of your selection."],
  [soldOut("Phulka", "Adai"), "Phulka and Adai are sold out today. We took them out of your selection."],
  [soldOut("Quinoa"), "Quinoa is sold out until Saturday 28 November. We took it out of your selection."],
  [soldOut("Quinoa", "Idli"), "Quinoa and Idli are sold out. We took them out of your selection."],
  [
    { ...soldOut("Idli"), gone: ["Dosa"] },
    "Dosa is no longer on the menu. Idli is sold out. We took them out of your selection.",
  ],
  [{ ...NOTHING, repriced: [repriced("Oats", 200, 210)] }, "Oats costs ₹210 now, it was ₹200."],
  [
    { ...NOTHING, repriced: [repriced("Oats", 200, 210), repriced("Phulka", 27.5, 27)] },
    "New prices: Oats ₹210 (it was ₹200) and Phulka ₹27 (it was ₹27.50).",
  ],
  [{ ...NOTHING, repriced: [repriced("Oats", 200)] }, "Oats is on request now, it was ₹200."],
  [{ ...NOTHING, repriced: [repriced("Oats", undefined, 80)] }, "Oats costs ₹80 now, it was on request."],
])("%j", (changes, text) => {
  expect(describeMenuChanges(changes)).toBe(text);
});

test("the toast is polite, and its button undoes and closes it", async () => {
  const onUndo = vi.fn();
  render(<ToastHost />);
  act(() => showMenuChanges(soldOut("Phulka"), onUndo));
  const toast = await screen.findByRole("status");
  expect(toast.textContent).toContain("Phulka is sold out today.");
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(onUndo).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole("status")).toBeNull());
});

test("what cannot be undone has no button for it", async () => {
  render(<ToastHost />);
  act(() => showMenuChanges({ ...NOTHING, gone: ["Dosa"] }));
  await screen.findByText(/Dosa is no longer/);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});
