import { describe, expect, test } from "vitest";
import { rules } from "~/shared/catalogue/rules";
import { lowerTotalWithExtraDay, lowerTotalWithExtraItem } from "./hint";

const smoothie = { name: "Dry Fruit Smoothie", prices: { week: 273, fifteen: 254, thirty: 234 } };

describe("one more day", () => {
  test("fifteen days cost less than fourteen", () => {
    expect(lowerTotalWithExtraDay([smoothie], 14, 1, rules)).toEqual({
      count: 15,
      amount: 355_600,
      amountNow: 382_200,
    });
  });
  test("thirty days cost less than twenty-nine, for every selected meal", () => {
    expect(lowerTotalWithExtraDay([smoothie], 29, 2, rules)).toEqual({
      count: 30,
      amount: 1_310_400,
      amountNow: 1_422_400,
    });
  });
  test.each([6, 13, 15, 28, 30, 39])("one more day than %i costs more, so there is no hint", (days) => {
    expect(lowerTotalWithExtraDay([smoothie], days, 1, rules)).toBeNull();
  });
  test("forty days are the maximum, so there is no hint", () => {
    expect(lowerTotalWithExtraDay([smoothie], 40, 1, rules)).toBeNull();
  });
  test("dishes without a price have no hint", () => {
    expect(lowerTotalWithExtraDay([{ name: "Ragi Porridge" }], 14, 1, rules)).toBeNull();
  });
});

describe("one more combo item", () => {
  test.each([
    [14, { count: 15, amount: 504_000, amountNow: 525_000 }],
    [29, { count: 30, amount: 924_000, amountNow: 1_029_000 }],
  ])("one more than %i costs less in total", (items, hint) => {
    expect(lowerTotalWithExtraItem(items, rules.combos)).toEqual(hint);
  });
  test.each([0, 6, 13, 15, 28, 30, 71])("one more than %i costs more, so there is no hint", (items) => {
    expect(lowerTotalWithExtraItem(items, rules.combos)).toBeNull();
  });
});
