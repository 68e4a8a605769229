import { expect, test } from "vitest";
import { clockTime, deviceTime, indianTime } from "./text";

test.each([
  ["00:00", "12:00 am"],
  ["00:05", "12:05 am"],
  ["08:30", "8:30 am"],
  ["12:00", "12:00 pm"],
  ["19:30", "7:30 pm"],
  ["19:30:15", "7:30 pm"],
])("%s is read as %s", (time, text) => {
  expect(clockTime(time)).toBe(text);
});

test("a moment is told in the device's time zone", () => {
  expect(deviceTime(new Date(2026, 8, 6, 19, 30).getTime())).toBe("6 Sep 2026, 7:30 pm");
});

test("a moment in the kitchen is told in India's time", () => {
  expect(indianTime(Date.UTC(2026, 11, 6, 12, 30))).toBe("Sun 6 Dec, 6:00 pm");
  expect(indianTime(Date.UTC(2026, 11, 31, 19, 0))).toBe("Fri 1 Jan, 12:30 am");
});
