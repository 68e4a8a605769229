import { expect, test } from "vitest";
import { formatRupees } from "./money";

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
