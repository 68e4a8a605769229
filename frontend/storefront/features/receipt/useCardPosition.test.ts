import { expect, test } from "vitest";
import { clearance, clearanceUp } from "./useCardPosition";

const strip = { top: 72, bottom: 120 };

test.each([
  ["nothing beneath it", [{ top: 120, bottom: 168 }], 0],
  ["one half beneath it", [{ top: 100, bottom: 148 }], 20],
  [
    "a control that leaves the header as another goes under it",
    [
      { top: 100, bottom: 148 },
      { top: 20, bottom: 64 },
    ],
    100,
  ],
  ["one that takes no room", [{ top: 90, bottom: 90 }], 0],
])("with %s the page moves down by %s", (_name, controls, down) => {
  expect(clearance(strip, controls)).toBe(down);
});

test("moving up clears a control that is half covered", () => {
  expect(clearanceUp(strip, [{ top: 100, bottom: 148 }])).toBe(76);
  expect(clearanceUp(strip, [{ top: 120, bottom: 168 }])).toBe(0);
});
