import { expect, test } from "vitest";
import { type Place, selectionSurvives } from "~/storefront/features/day-order/SelectionLifecycle";

test.each<[Place | null, Place]>([
  [null, "selection"],
  [null, "form"],
  ["selection", "form"],
  ["selection", "selection"],
  ["form", "form"],
  ["elsewhere", "selection"],
  ["elsewhere", "form"],
  ["elsewhere", "elsewhere"],
])("from %s to %s the selection is kept", (from, to) => {
  expect(selectionSurvives(from, to)).toBe(true);
});

test.each<[Place | null, Place]>([
  ["selection", "elsewhere"],
  ["form", "elsewhere"],
  ["form", "selection"],
  [null, "elsewhere"],
])("from %s to %s the selection is dropped", (from, to) => {
  expect(selectionSurvives(from, to)).toBe(false);
});
