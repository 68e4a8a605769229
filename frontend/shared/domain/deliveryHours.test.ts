import { expect, test, vi } from "vitest";
import { deliveryHoursNote } from "./deliveryHours";

vi.mock("~/shared/lib/site", () => ({
  mealHours: {
    breakfast: { from: "07:00", to: "10:30" },
    lunch: { from: "12:00", to: "15:00" },
    dinner: { from: "18:30", to: "21:30" },
  },
}));

test.each(["12:00", "13:30", "15:00"])("%s is a good time for lunch", (time) => {
  expect(deliveryHoursNote(time, ["lunch"])).toBe("");
});

test.each(["11:59", "15:01", "00:00"])("%s is not, and when lunch comes is said", (time) => {
  expect(deliveryHoursNote(time, ["lunch"])).toBe(
    "We usually deliver lunch between 12:00 and 15:00; we will agree a time when we call.",
  );
});

test("of several meals those are named for which the time is not good", () => {
  expect(deliveryHoursNote("08:00", ["breakfast", "lunch", "dinner"])).toContain(
    "deliver lunch between 12:00 and 15:00 and dinner between 18:30 and 21:30;",
  );
});

test("nothing is said before there is a time and a meal", () => {
  expect(deliveryHoursNote("", ["lunch"])).toBe("");
  expect(deliveryHoursNote("03:00", [])).toBe("");
});
