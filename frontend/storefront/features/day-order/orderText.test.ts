import { expect, test } from "vitest";
import { rules } from "~/shared/catalogue/rules";
import type { Dish } from "~/shared/domain/menu";
import { MEAL_SECTIONS } from "~/shared/domain/menu";
import { priceDayOrder } from "~/shared/domain/pricing/dayOrders";
import { EMPTY_VALUES } from "./form/values";
import { amountText, describeForm, describeMenu, everyDayText } from "./orderText";

const porridge: Dish = { id: "p", name: "Ragi Porridge", mark: "veg", image: "p" };
const quinoa: Dish = {
  ...porridge,
  id: "q",
  name: "Quinoa",
  prices: { week: 135, fifteen: 135, thirty: 135 },
};
const amountOf = (...dishes: Dish[]) => amountText(priceDayOrder(dishes, 6, 1, rules));

test("a total has two decimals, a dish without a price beside others or not", () => {
  expect(amountOf(quinoa)).toBe("₹810.00");
  expect(amountOf(quinoa, porridge)).toBe("₹810.00");
});

test.each([
  [1, [], "1 dish × 6 days. It comes each day."],
  [3, ["lunch"], "3 dishes × 6 days × lunch. All of them come each day."],
  [
    2,
    ["lunch", "breakfast", "dinner"],
    "2 dishes × 6 days × breakfast, lunch and dinner. All of them come each day.",
  ],
])("%i dishes at %s come each day", (dishes, selected, expected) => {
  const meals = Object.fromEntries(MEAL_SECTIONS.map(({ id }) => [id, selected.includes(id)]));
  expect(everyDayText(dishes, 6, { ...EMPTY_VALUES, meals: { ...EMPTY_VALUES.meals, ...meals } })).toBe(
    expected,
  );
});

test("an order of dishes without prices has no amount", () => {
  expect(amountOf(porridge)).toBe("Price on request");
  expect(describeMenu([porridge], 0)?.facts).toEqual([{ label: "Total", value: "Price on request" }]);
});

test.each([
  [6, "6"],
  [15, "15, 1 of them free"],
])("%i days read %s", (days, expected) => {
  const price = priceDayOrder([quinoa], days, 1, rules);
  expect(describeForm([quinoa], EMPTY_VALUES, price).facts).toContainEqual({
    label: "Days",
    value: expected,
  });
});
