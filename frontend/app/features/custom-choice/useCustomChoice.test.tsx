import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { customChoice } from "~/catalogue/customChoice";
import { useCustomChoice } from "./useCustomChoice";

const [breakfast, lunch] = customChoice.map(({ items }) => items[0]);
if (!breakfast || !lunch) throw new Error("The catalogue has no meals.");

function setUp(state?: unknown) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[{ pathname: "/", state }]}>{children}</MemoryRouter>
  );
  return renderHook(useCustomChoice, { wrapper }).result;
}

test("toggling adds an item with its category, and takes it out again", () => {
  const result = setUp();
  act(() => result.current.toggle(lunch, "Lunch"));
  act(() => result.current.toggle(breakfast, "Breakfast"));
  expect(result.current.selectedItems).toEqual([
    { ...lunch, category: "Lunch" },
    { ...breakfast, category: "Breakfast" },
  ]);
  act(() => result.current.toggle(lunch, "Lunch"));
  expect(result.current.selectedItems).toEqual([{ ...breakfast, category: "Breakfast" }]);
});

test("whoever comes back finds the ticks of meals that are still offered", () => {
  const gone = { ...breakfast, id: "B99", category: "Breakfast" };
  const result = setUp({ selectedItems: [gone, { ...lunch, category: "Lunch" }] });
  expect(result.current.selectedItems).toEqual([{ ...lunch, category: "Lunch" }]);
});
