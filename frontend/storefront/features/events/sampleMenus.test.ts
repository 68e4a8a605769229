import { describe, expect, test } from "vitest";
import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { trayMenu } from "~/shared/catalogue/tray";
import { vegMenu } from "~/shared/catalogue/veg";
import type { SampleDish } from "./event";
import { sampleMenus } from "./sampleMenus";

const catalogue = [vegMenu, nonVegMenu, trayMenu].flatMap((menu) =>
  menu.categories.flatMap((category) => category.items),
);
const marks = (dishes: readonly SampleDish[]) => new Set(dishes.map((dish) => dish.mark));

describe.each(Object.entries(sampleMenus))("the sample menus of %s", (_event, menus) => {
  test("each dish exists in one of the three menus, with its mark and picture", () => {
    for (const { name, mark, image } of Object.values(menus).flat()) {
      expect(catalogue).toContainEqual(expect.objectContaining({ name, mark, image }));
    }
  });

  test("the veg menu has veg dishes only", () => {
    expect(marks(menus.veg)).toEqual(new Set(["veg"]));
  });

  test("the non-veg menu has egg, chicken or fish in every dish", () => {
    expect(marks(menus.nonveg)).toEqual(new Set(["nonveg"]));
  });

  test("the mixed menu has some of both", () => {
    expect(marks(menus.mixed)).toEqual(new Set(["veg", "nonveg"]));
  });

  test("no menu has a dish twice, and all are of one length", () => {
    for (const dishes of Object.values(menus)) expect(new Set(dishes.map(({ name }) => name)).size).toBe(6);
  });
});
