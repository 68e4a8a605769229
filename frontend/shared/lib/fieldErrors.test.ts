import { expect, test } from "vitest";
import { blankError, phoneError } from "./fields";

test.each([
  " ",
  "\t\n",
  "\u00a0",
  "\u3000\u2003",
  "\ufeff",
  "\u200b\u200d",
  "\u00ad",
  "\u3164",
  "\u2800",
  "\u0085",
])("%j is blank", (text) => {
  expect(blankError(text)).toBe("Please fill this in.");
  expect(phoneError(text)).toBe("Please fill this in.");
});

test.each(["", "M", " ஆ ", "-", "👩‍🍳", "क्ष\u200d"])("%j is left to the browser", (text) => {
  expect(blankError(text)).toBeUndefined();
});

test.each(["98400 12345", "+91-44", "९८", "ext. ௩"])("%j is a phone", (text) => {
  expect(phoneError(text)).toBeUndefined();
});

test("a phone without a digit is invalid", () => {
  expect(phoneError("ask at the gate")).toBe("Please type your phone number, in digits.");
});
