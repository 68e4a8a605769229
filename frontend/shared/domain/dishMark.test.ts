import { expect, test } from "vitest";
import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { trayMenu } from "~/shared/catalogue/tray";
import { vegMenu } from "~/shared/catalogue/veg";
import { dishMark } from "./dishMark";

const dishes = [vegMenu, nonVegMenu, trayMenu]
  .flatMap((menu) => menu.categories)
  .flatMap(({ items }) => items);

test("the mark derived from a name equals the mark in the menus", () => {
  expect(dishes.filter((dish) => dishMark(dish.name) !== dish.mark).map(({ name }) => name)).toEqual([]);
});

test.each(["Egg Podimas", "Meen Kuzhambu Rice Bowl", "Masala Omelette"])("%s is non-veg", (name) => {
  expect(dishMark(name)).toBe("nonveg");
});

test.each(["Mochai Kuzhambu Rice Bowl", "Eggplant Curry"])("%s is veg", (name) => {
  expect(dishMark(name)).toBe("veg");
});
