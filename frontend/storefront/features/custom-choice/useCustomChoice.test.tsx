import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { customChoice } from "~/shared/catalogue/customChoice";
import { ToastHost } from "~/shared/ui/Notifications";
import { persist } from "~/storefront/session/historyState";
import { useCustomChoice } from "./useCustomChoice";

const page = vi.hoisted(() => ({ edition: 0, soldOut: {} as Record<string, string> }));
vi.mock("~/shared/catalogue/edition", () => page);
afterEach(() => {
  page.soldOut = {};
});

const [breakfast, lunch] = customChoice.map(({ items }) => items[0]);
if (!breakfast || !lunch) throw new Error("The catalogue has no meals.");

function setUp() {
  const wrapper = ({ children }: { children: ReactNode }) => <BrowserRouter>{children}</BrowserRouter>;
  return renderHook(useCustomChoice, { wrapper });
}

test("selecting adds an item with its category, and deselecting removes it", () => {
  const { result } = setUp();
  act(() => result.current.select(lunch, "Lunch", true));
  act(() => result.current.select(breakfast, "Breakfast", true));
  expect(result.current.selectedItems).toEqual([
    { ...lunch, category: "Lunch" },
    { ...breakfast, category: "Breakfast" },
  ]);
  act(() => result.current.select(lunch, "Lunch", false));
  expect(result.current.selectedItems).toEqual([{ ...breakfast, category: "Breakfast" }]);
});

test("returning restores the selected meals that are still on offer", () => {
  persist("choice", ["B99", lunch.id, 7, lunch.id]);
  const { result } = setUp();
  expect(result.current.selectedItems).toEqual([{ ...lunch, category: "Lunch" }]);
});

test("returning drops what has sold out, says so, and can undo it", async () => {
  page.soldOut = { [lunch.title]: "today" };
  persist("choice", [lunch.id, breakfast.id]);
  render(<ToastHost />);
  const { result } = setUp();
  expect(result.current.selectedItems).toEqual([{ ...breakfast, category: "Breakfast" }]);
  expect((await screen.findByRole("status")).textContent).toContain(`${lunch.title} is sold out today.`);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(result.current.selectedItems.map(({ id }) => id)).toEqual([breakfast.id, lunch.id]);
});
