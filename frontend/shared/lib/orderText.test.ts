import { expect, test } from "vitest";
import { orderLines, sizeOf } from "./orderText";

const facts = [
  { label: "Days", value: "6" },
  { label: "Total", value: "₹1,638.00" },
];
const names = Array.from({ length: 91 }, (_, index) => `Protein Dish ${index + 1}`);

test("every name has a line, followed by the facts", () => {
  expect(orderLines({ chosen: { label: "Dishes", names: ["Quinoa", "Phulka"] }, facts })).toEqual([
    "Dishes (2):",
    "- Quinoa",
    "- Phulka",
    "Days: 6",
    "Total: ₹1,638.00",
  ]);
});

test("without names there are only the facts", () => {
  expect(orderLines({ facts })).toEqual(["Days: 6", "Total: ₹1,638.00"]);
});

test("names that do not fit are counted, and the facts stay", () => {
  const lines = orderLines({ chosen: { label: "Dishes", names }, facts }, 600);
  const shown = lines.filter((line) => line.startsWith("- Protein")).length;
  expect(shown).toBeGreaterThan(5);
  expect(lines).toContain(`- and ${91 - shown} more`);
  expect(lines.slice(-2)).toEqual(["Days: 6", "Total: ₹1,638.00"]);
  expect(sizeOf(lines)).toBeLessThanOrEqual(600);
});

test("names that just fit are not replaced by the line that counts the rest", () => {
  const words = { chosen: { label: "Dishes", names }, facts };
  expect(orderLines(words, sizeOf(orderLines(words)))).toEqual(orderLines(words));
});
