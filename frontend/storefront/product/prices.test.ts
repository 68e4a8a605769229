import { expect, test } from "vitest";
import { prices } from "./prices";

test("the cards say the lowest price of each menu, what a set meal costs, and the least order", () => {
  expect(prices).toEqual({
    veg: "from ₹84 a dish, 6\u00a0days or more",
    nonveg: "from ₹70 a dish, 6\u00a0days or more",
    tray: "from ₹27 a dish, 6\u00a0days or more",
    either: "from ₹70 a dish, 6\u00a0days or more",
    combos: "₹375 a meal, 6\u00a0meals or more",
  });
});
