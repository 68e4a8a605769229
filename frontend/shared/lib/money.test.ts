import { expect, test } from "vitest";
import { formatRupees, readRupees } from "./text";

test.each([
  [0, "₹0.00"],
  [5, "₹0.05"],
  [123450, "₹1,234.50"],
  [2499000, "₹24,990.00"],
  [123456789, "₹12,34,567.89"],
  [1234567890000, "₹12,34,56,78,900.00"],
])("%i paise always with decimals is %s", (paise, text) => {
  expect(formatRupees(paise, { decimals: "always" })).toBe(text);
});

test("whole rupees go without decimals where decimals are automatic", () => {
  expect(formatRupees(37500)).toBe("₹375");
  expect(formatRupees(2550)).toBe("₹25.50");
});

test("a reduction carries a minus sign before the rupee sign", () => {
  expect(formatRupees(-58500)).toBe("−₹585");
});

test.each([
  ["273", 273],
  [" ₹1,250.50 ", 1250.5],
  ["Rs. 25", 25],
  ["Rs. 1,100/-", 1100],
  ["1100 rupees", 1100],
  ["1,00,000", 100_000],
  ["25.", 25],
])("%j is read as %d", (text, rupees) => {
  expect(readRupees(text)).toBe(rupees);
});

test.each(["", "abc", "-5", "2.505", "1,2", "=1+1", "1e3", "٢٥"])("%j is no amount", (text) => {
  expect(readRupees(text)).toBeUndefined();
});
