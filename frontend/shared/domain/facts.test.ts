import { expect, test } from "vitest";
import {
  type Amount,
  addAmounts,
  amountOf,
  amountOfName,
  amountText,
  anyOf,
  energyText,
  timesAmount,
} from "./facts";

const smoothie = amountOf([235, 13, "am"]) as Amount;
const shake = amountOf([1005, 30, ""]) as Amount;

test("a row says its energy and protein, and whether they are about so much", () => {
  expect(amountText(smoothie)).toBe("about 235 kcal · 13 g protein");
  expect(amountText(shake)).toBe("1,005 kcal · 30 g protein");
});

test("a row whose figures are not known says nothing", () => {
  expect(amountOf([null, null, "n"])).toBeUndefined();
  expect(amountOf(undefined)).toBeUndefined();
});

test("a sum is of all dishes, or there is none", () => {
  expect(amountText(addAmounts([smoothie, shake]) as Amount, ", ")).toBe("about 1,240 kcal, 43 g protein");
  expect(addAmounts([smoothie, undefined])).toBeUndefined();
  expect(addAmounts([])).toBeUndefined();
});

test("two meals a day hold twice as much", () => {
  expect(timesAmount(shake, 2).protein).toEqual([60, 60]);
});

test("a name with alternatives holds from the least to the most of them", () => {
  expect(
    amountOfName([
      [410, 28, 1],
      [890, 10],
    ]),
  ).toEqual({
    kcal: [410, 890],
    protein: [10, 28],
    isAbout: true,
  });
  expect(amountOfName([])).toBeUndefined();
  expect(amountOfName(undefined)).toBeUndefined();
});

test("any one of several is not known where one of them is not", () => {
  const one = amountOfName([[410, 28]]);
  expect(anyOf([one, amountOfName([[200, 40]])])).toEqual({
    kcal: [200, 410],
    protein: [28, 40],
    isAbout: false,
  });
  expect(anyOf([one, undefined])).toBeUndefined();
  expect(anyOf([])).toBeUndefined();
});

test.each([
  [[410, 28], "410 kcal"],
  [[1410, 28, 1], "about 1,410 kcal"],
] as const)("the energy of %j is %s", (portion, text) => {
  expect(energyText(portion)).toBe(text.replaceAll(" ", "\u00a0"));
});
