import { expect, test, vi } from "vitest";
import { deliveryHoursNote } from "./delivery";

vi.mock("~/shared/lib/site", () => ({
  mealHours: {
    breakfast: { from: "07:00", to: "10:30" },
    lunch: { from: "12:00", to: "15:00" },
    dinner: { from: "18:30", to: "21:30" },
  },
}));

test.each(["12:00", "13:30", "15:00"])("%s is within the lunch hours", (time) => {
  expect(deliveryHoursNote(time, ["lunch"])).toBe("");
});

test.each(["11:59", "15:01", "00:00"])("%s is outside them, and the message names the hours", (time) => {
  expect(deliveryHoursNote(time, ["lunch"])).toBe(
    "We usually deliver lunch between 12:00 pm and 3:00 pm; we will agree a time when we call.",
  );
});

test("the message names only the meals whose hours exclude the time", () => {
  expect(deliveryHoursNote("08:00", ["breakfast", "lunch", "dinner"])).toContain(
    "deliver lunch between 12:00 pm and 3:00 pm and dinner between 6:30 pm and 9:30 pm;",
  );
});

test("there is no message without a time and a meal", () => {
  expect(deliveryHoursNote("", ["lunch"])).toBe("");
  expect(deliveryHoursNote("03:00", [])).toBe("");
});
