import { expect, test } from "vitest";
import { addDays, formatCellDate, formatDay, formatWeek, mondayOf, weekdayOf, weeksBetween } from "./dates";

test("addDays crosses the ends of months and years, and a leap day", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2027-01-01", -1)).toBe("2026-12-31");
});

test("weeks start on Mondays", () => {
  expect(weekdayOf("2026-12-07")).toBe(0);
  expect(weekdayOf("2026-12-13")).toBe(6);
  expect(mondayOf("2026-12-13")).toBe("2026-12-07");
  expect(mondayOf("2026-12-07")).toBe("2026-12-07");
  expect(weeksBetween("2026-12-07", "2027-01-04")).toBe(4);
});

test("days are formatted long and short", () => {
  expect(formatDay("2026-12-09")).toBe("Wed 9 December");
  expect(formatCellDate("2026-12-09")).toBe("9");
  expect(formatCellDate("2026-12-07")).toBe("7 Dec");
  expect(formatCellDate("2027-01-01")).toBe("1 Jan");
  expect(formatWeek("2026-12-07")).toBe("7 December");
});
