import { expect, test } from "vitest";
import { rules } from "~/shared/catalogue/rules";
import { orderableDays } from "./dayOrders";

test.each([
  ["6", 6],
  ["40", 40],
  ["007", 7],
])("%j is an orderable number of days", (typed, days) => {
  expect(orderableDays(typed, rules)).toBe(days);
});

test.each(["", " ", "5", "0", "-6", "41", "6.5", "six"])("%j is not", (typed) => {
  expect(orderableDays(typed, rules)).toBeNull();
});
