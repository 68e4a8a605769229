import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { SignedText } from "./SignedText";

const shown = (text: string) => render(<SignedText text={text} />).container;

test.each([
  "✅ Form submitted successfully!",
  "❌ Failed to submit Meal Tray order",
  "⚠️ Server error! Please try again.",
])("%s keeps its characters, and its sign is drawn as an icon", (text) => {
  const box = shown(text);
  expect(box.textContent).toBe(text);
  expect(box.querySelectorAll("svg[aria-hidden=true]")).toHaveLength(1);
});

test("a message without a sign is its text and nothing else", () => {
  expect(shown("Thank you! ✅").innerHTML).toBe("Thank you! ✅");
});
