import { describe, expect, test, vi } from "vitest";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { NO_SLOTS, type Slots } from "~/shared/domain/weekly/slots";
import { handoverOf, readHandover } from "./handover";

const page = vi.hoisted(() => ({ edition: 0, soldOut: {} }));
vi.mock("~/shared/catalogue/edition", () => page);

const fifteen: Slots = {
  ...NO_SLOTS,
  week2: { breakfast: [0, 1, 2, 3, 4, 5], lunch: [0, 1, 2, 3, 4, 5], dinner: [0, 1, 2] },
};
const handover = handoverOf(fifteen, weeklyMenu);

test("the picker hands over the selected items, the final amount and the discount in rupees", {
  tags: "spec:2.11",
}, () => {
  expect(handover).toMatchObject({ selectedItems: fifteen, finalAmount: 5040, discount: 585 });
});

test("the picker hands over the images of every meal with their day", { tags: "spec:2.11" }, () => {
  expect(handover.mealImages.week1.breakfast[1]).toEqual({
    day: "Tuesday",
    pictures: [
      { img: "overnight-oats", name: "Overnight Oats" },
      { img: "boiled-eggs", name: "Boiled Eggs / Sprouts Salad" },
    ],
  });
});

test("the handover is read back unchanged after a reload", () => {
  expect(readHandover(JSON.parse(JSON.stringify(handover)))).toEqual(handover);
});

test("the edition of a published menu is handed over with its amounts", () => {
  expect(handover).not.toHaveProperty("edition");
  page.edition = 7;
  const published = handoverOf(fifteen, weeklyMenu);
  page.edition = 8;
  expect(readHandover(JSON.parse(JSON.stringify(published)))).toEqual({ ...handover, edition: 7 });
  expect(readHandover({ ...handover, edition: "7" })).toEqual(handover);
});

test("an item that is listed twice counts once", () => {
  const twice = {
    ...handover,
    selectedItems: { ...NO_SLOTS, week1: { ...NO_SLOTS.week1, lunch: [3, 3, 1] } },
  };
  expect(readHandover(twice)?.selectedItems.week1.lunch).toEqual([1, 3]);
});

test("missing images do not invalidate an order", () => {
  const read = readHandover({ ...handover, mealImages: { week1: { breakfast: [{ day: 7 }, null] } } });
  expect(read?.selectedItems).toEqual(fifteen);
  expect(read?.mealImages.week1.breakfast[0]).toEqual({ pictures: [] });
});

describe("anything else reads as nothing selected", () => {
  test.each<[string, unknown]>([
    ["no state", null],
    ["a text", "combos"],
    ["an empty object", {}],
    ["a selection of nothing", { ...handover, selectedItems: NO_SLOTS }],
    ["a week missing", { ...handover, selectedItems: { week1: fifteen.week1 } }],
    [
      "an index that no day has",
      { ...handover, selectedItems: { ...fifteen, week1: { ...fifteen.week1, lunch: [6] } } },
    ],
    [
      "an index in words",
      { ...handover, selectedItems: { ...fifteen, week1: { ...fifteen.week1, lunch: ["1"] } } },
    ],
    ["an amount that is no number", { ...handover, finalAmount: "5040" }],
    ["an amount below zero", { ...handover, discount: -1 }],
  ])("%s", (_name, state) => {
    expect(readHandover(state)).toBeNull();
  });
});
