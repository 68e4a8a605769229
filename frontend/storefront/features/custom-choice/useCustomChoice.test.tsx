import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router";
import { expect, test } from "vitest";
import { customChoice } from "~/shared/catalogue/customChoice";
import { persist } from "~/storefront/session/historyState";
import { useCustomChoice } from "./useCustomChoice";

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
