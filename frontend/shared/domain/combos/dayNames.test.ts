import { expect, test } from "vitest";
import { displayDay, orderedDay } from "./selection";

test("the day comes from the day field", { tags: "spec:3.5" }, () => {
  expect(orderedDay("Friday", 0)).toBe("Friday");
  expect(displayDay("Friday", 0)).toBe("Friday");
});

test.each([
  [0, "Monday"],
  [5, "Saturday"],
  [6, "Sunday"],
  [7, "Monday"],
])("without a day field, index %i is ordered as %s", (index, day) => {
  expect(orderedDay(undefined, index)).toBe(day);
});

test("without a day field, the display falls back to Day-n", { tags: "spec:3.5" }, () => {
  expect([0, 5].map((index) => displayDay("", index))).toEqual(["Day-1", "Day-6"]);
});
