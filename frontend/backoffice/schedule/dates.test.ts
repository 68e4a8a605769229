import { expect, test } from "vitest";
import { addDays, dayInCell, dayInWords, mondayOf, weekdayOf, weekInWords, weeksBetween } from "./dates";

test("days follow one another over the ends of months and years, and over a leap day", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2027-01-01", -1)).toBe("2026-12-31");
});

test("weeks begin on Mondays", () => {
  expect(weekdayOf("2026-12-07")).toBe(0);
  expect(weekdayOf("2026-12-13")).toBe(6);
  expect(mondayOf("2026-12-13")).toBe("2026-12-07");
  expect(mondayOf("2026-12-07")).toBe("2026-12-07");
  expect(weeksBetween("2026-12-07", "2027-01-04")).toBe(4);
});

test("days have their words, long and short", () => {
  expect(dayInWords("2026-12-09")).toBe("Wed 9 December");
  expect(dayInCell("2026-12-09")).toBe("9");
  expect(dayInCell("2026-12-07")).toBe("7 Dec");
  expect(dayInCell("2027-01-01")).toBe("1 Jan");
  expect(weekInWords("2026-12-07")).toBe("7 December");
});
