import { expect, test } from "vitest";
import { rules } from "~/shared/catalogue/rules";
import { orderableDays, tierRanges } from "./dayOrders";

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

test.each([
  [rules.days, ["6-14 days", "15-29 days", "30-40 days"]],
  [{ min: 15, max: 30, default: 15 }, ["15-29 days", "30 days"]],
])("the days of each tier, where an order has %j", (days, labels) => {
  expect(tierRanges({ ...rules, days }).map(({ label }) => label)).toEqual(labels);
});
