import { expect, test, vi } from "vitest";
import { soldOutText } from "./soldOut";

vi.mock("~/shared/catalogue/edition", () => ({
  soldOut: { Phulka: "today", Quinoa: "2026-11-28", "Egg Curry": "" },
}));

test.each([
  ["Phulka", "Sold out today"],
  ["Quinoa", "Sold out until Saturday 28 November"],
  ["Egg Curry", "Sold out"],
  ["Boiled Eggs", undefined],
  ["constructor", undefined],
])("%s is marked %s", (name, text) => {
  expect(soldOutText(name)).toBe(text);
});
