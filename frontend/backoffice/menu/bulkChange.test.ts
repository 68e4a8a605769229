import { expect, test } from "vitest";
import { changePrice, formatPrice, type Rounding, readBlock } from "./bulkChange";

test.each<[number, number, number, Rounding, string]>([
  [273, 5, 5, "up", "290"],
  [273, 5, 5, "down", "285"],
  [273, 5, 1, "nearest", "287"],
  [273, -10, 10, "nearest", "250"],
  [100, 5, 5, "up", "105"],
  [25.5, 0, 1, "up", "26"],
  [110, 10, 1, "up", "121"],
])("%d changed by %d %% to whole %d, rounded %s, is %s", (rupees, percent, step, way, after) => {
  expect(formatPrice(changePrice(rupees, percent, step, way))).toBe(after);
});

test("a copied column is its rows, whichever line breaks it has; the last one begins no row", () => {
  expect(readBlock("1\t2\r\n3\t4\r\n")).toEqual([
    ["1", "2"],
    ["3", "4"],
  ]);
  expect(readBlock("1\r2")).toEqual([["1"], ["2"]]);
  expect(readBlock(" 25 \n\n")).toEqual([["25"], [""]]);
});
