import { expect, test } from "vitest";
import { rules } from "~/catalogue/rules";
import type { Dish } from "~/domain/menu";
import { priceNDayOrder } from "~/domain/pricing/nday";
import { amountText, menuWords } from "./orderWords";

const porridge: Dish = { id: "p", name: "Ragi Porridge", mark: "veg", image: "p" };
const quinoa: Dish = { ...porridge, id: "q", name: "Quinoa", prices: { week: 135 } };
const amountOf = (...dishes: Dish[]) => amountText(priceNDayOrder(dishes, 6, 1, rules));

test("a total has two decimals, a dish without a price beside others or not", () => {
  expect(amountOf(quinoa)).toBe("₹810.00");
  expect(amountOf(quinoa, porridge)).toBe("₹810.00");
});

test("dishes without a price alone come to no amount", () => {
  expect(amountOf(porridge)).toBe("Price on request");
  expect(menuWords([porridge], 0)?.facts).toEqual([{ label: "Total", value: "Price on request" }]);
});
