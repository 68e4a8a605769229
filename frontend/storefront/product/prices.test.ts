import { expect, test } from "vitest";
import { prices } from "./prices";

test("the cards say the lowest price of each menu, and what a set meal costs", () => {
  expect(prices).toEqual({
    veg: "from ₹84 a dish",
    nonveg: "from ₹70 a dish",
    tray: "from ₹27 a dish",
    either: "from ₹70 a dish",
    combos: "₹375 a meal",
  });
});
