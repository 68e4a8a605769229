import { describe, expect, test } from "vitest";
import { sideOf, stepFrom } from "./Carousel";

const weeks = { count: 4, infinite: false };
const hero = { count: 3, infinite: true };

test("a carousel that is not infinite ends at its last slide and at its first", () => {
  expect([0, 1, 2, 3].map((current) => stepFrom(current, 1, weeks))).toEqual([1, 2, 3, undefined]);
  expect([0, 1, 2, 3].map((current) => stepFrom(current, -1, weeks))).toEqual([undefined, 0, 1, 2]);
});

test("an infinite carousel begins again after its last slide", () => {
  expect([0, 1, 2].map((current) => stepFrom(current, 1, hero))).toEqual([1, 2, 0]);
  expect([0, 1, 2].map((current) => stepFrom(current, -1, hero))).toEqual([2, 0, 1]);
});

describe("other slides wait on the side from which they enter", () => {
  test.each([
    ["not infinite, first", weeks, 0, ["here", "after", "after", "after"]],
    ["not infinite, third", weeks, 2, ["before", "before", "here", "after"]],
    ["infinite, first", hero, 0, ["here", "after", "before"]],
    ["infinite, last", hero, 2, ["after", "before", "here"]],
  ] as const)("%s", (_name, order, current, sides) => {
    expect(sides.map((_side, index) => sideOf(index, current, order))).toEqual(sides);
  });
});
