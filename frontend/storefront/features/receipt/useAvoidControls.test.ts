import { expect, test } from "vitest";
import { clearance, clearanceUp } from "./useAvoidControls";

const strip = { top: 72, bottom: 120 };

test.each([
  ["nothing beneath it", [{ top: 120, bottom: 168 }], 0],
  ["one half beneath it", [{ top: 100, bottom: 148 }], 20],
  [
    "one that comes from under the header as the other goes",
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

test("moving up, one half beneath it goes wholly above", () => {
  expect(clearanceUp(strip, [{ top: 100, bottom: 148 }])).toBe(76);
  expect(clearanceUp(strip, [{ top: 120, bottom: 168 }])).toBe(0);
});
