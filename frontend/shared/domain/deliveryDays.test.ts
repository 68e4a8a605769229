import { expect, test } from "vitest";
import { describeDays } from "./delivery";

test.each([
  [6, "one week"],
  [7, "one week and one day"],
  [12, "two weeks"],
  [15, "two weeks and three days"],
  [40, "six weeks and four days"],
  [60, "10 weeks"],
])("%i days are %s", (days, weeks) => {
  expect(describeDays(days)).toBe(`${days} days: Monday to Saturday, ${weeks}.`);
});
