import { expect, test } from "vitest";
import { type Amount, addAmounts, amountOf, amountText, timesAmount } from "./facts";

const smoothie = amountOf([235, 13, "am"]) as Amount;
const shake = amountOf([1005, 30, ""]) as Amount;

test("a row says its energy and protein, and whether they are about so much", () => {
  expect(amountText(smoothie)).toBe("about 235 kcal · 13 g protein");
  expect(amountText(shake)).toBe("1,005 kcal · 30 g protein");
});

test("a row whose figures are not known says nothing", () => {
  expect(amountOf([null, null, "n"])).toBeUndefined();
  expect(amountOf(undefined)).toBeUndefined();
});

test("a sum is of all dishes, or there is none", () => {
  expect(amountText(addAmounts([smoothie, shake]) as Amount, ", ")).toBe("about 1,240 kcal, 43 g protein");
  expect(addAmounts([smoothie, undefined])).toBeUndefined();
  expect(addAmounts([])).toBeUndefined();
});

test("two meals a day hold twice as much", () => {
  expect(timesAmount(shake, 2).protein).toEqual([60, 60]);
});
