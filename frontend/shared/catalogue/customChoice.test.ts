import { expect, test } from "vitest";
import { dishMark } from "~/shared/domain/dishMark";
import { customChoice } from "./customChoice";
import { nonVegMenu } from "./nonveg";
import { trayMenu } from "./tray";
import { vegMenu } from "./veg";

test("there are ten breakfasts, ten lunches and ten dinners", () => {
  expect(customChoice.map(({ category, items }) => [category, items.length])).toEqual([
    ["Breakfast", 10],
    ["Lunch", 10],
    ["Dinner", 10],
  ]);
});

test("a meal has the food mark that the menus give to the dish of the same picture", () => {
  const dishes = [vegMenu, nonVegMenu, trayMenu].flatMap(({ categories }) =>
    categories.flatMap(({ items }) => items),
  );
  const marks = new Map(dishes.map(({ image, mark }) => [image, mark]));
  const wrong = customChoice
    .flatMap(({ items }) => items)
    .filter(({ image, title }) => marks.has(image) && marks.get(image) !== dishMark(title));
  expect(wrong).toEqual([]);
});
