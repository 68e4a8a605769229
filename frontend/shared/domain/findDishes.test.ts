import { describe, expect, test } from "vitest";
import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { trayMenu } from "~/shared/catalogue/tray";
import { vegMenu } from "~/shared/catalogue/veg";
import { switchFilter, usefulFilters } from "./dishFilters";
import { findDishes, isSearch, NO_SEARCH, readSearch, writeSearch } from "./findDishes";
import type { Menu } from "./menu";

const namesOf = (menu: Menu, text: string, ...filters: Parameters<typeof switchFilter>[1][]) =>
  findDishes(menu, { text, filters }).map(({ dish }) => dish.name);

test("all words must be there, in any order, at the beginning of a word of name or category", () => {
  expect(namesOf(vegMenu, "ragi cocoa")).toEqual(["Ragi Cocoa Bowl"]);
  expect(namesOf(vegMenu, "COCOA ragi")).toEqual(["Ragi Cocoa Bowl"]);
  expect(namesOf(vegMenu, "nut milk saff")).toEqual(["Saffron Badam Milk"]);
  expect(namesOf(vegMenu, "gi coco")).toEqual([]);
});

test.each([
  ["omlette", nonVegMenu, "Masala Omelette"],
  ["omelets", nonVegMenu, "Masala Omelette"],
  ["chapathi", trayMenu, "Multigrain Chapati"],
  ["sandwhich", vegMenu, "Paneer Sandwich"],
  ["sandwitches", vegMenu, "Paneer Sandwich"],
  ["panner", vegMenu, "Paneer Tikka Wrap"],
  ["briyani", nonVegMenu, "Millet Chicken Biryani Bowl"],
  ["açaí", vegMenu, "Acai Bowl"],
  ["smoothies", vegMenu, "Berry Smoothie"],
  ["eggs", nonVegMenu, "Egg Curry"],
])("%s is understood", (text, menu, name) => {
  expect(namesOf(menu, text)).toContain(name);
});

test("what a dish has by the letter is not mixed with what sounds alike", () => {
  expect(namesOf(vegMenu, "pesto")).toEqual(["Pesto Paneer Millet Pasta"]);
});

describe("filters", () => {
  test("they combine with one another and with words", () => {
    expect(namesOf(nonVegMenu, "", "millet", "egg")).toEqual([
      "Ragi Cocoa Egg Pancakes",
      "Egg Podimas Millet Pasta",
      "Egg Fried Millet Bowl",
    ]);
    expect(namesOf(nonVegMenu, "bowl", "millet", "egg")).toEqual(["Egg Fried Millet Bowl"]);
  });

  test("egg is told by the name, omelettes with it", () => {
    expect(namesOf(nonVegMenu, "all things eggs", "no-egg")).toEqual([]);
    expect(namesOf(trayMenu, "", "egg")).toEqual(["Egg Curry", "Boiled Eggs"]);
  });

  test("under ₹200 goes by the week price, and a dish without a price is not cheap", () => {
    expect(namesOf(vegMenu, "ragi porridge")).toEqual(["Ragi Porridge"]);
    expect(namesOf(vegMenu, "ragi porridge", "under-200")).toEqual([]);
    const weeks = findDishes(vegMenu, { text: "", filters: ["under-200"] }).map(
      ({ dish }) => dish.prices?.week,
    );
    expect(Math.max(...weeks.map(Number))).toBeLessThan(200);
  });

  test("a menu offers those that match some of its dishes and not all", () => {
    expect(usefulFilters(vegMenu)).toEqual(["millet", "salad", "smoothie", "under-200"]);
    expect(usefulFilters(trayMenu)).toEqual(["veg", "egg", "no-egg", "millet", "salad", "under-200"]);
  });

  test("egg and no egg take one another's place", () => {
    expect(switchFilter(["egg", "millet"], "no-egg")).toEqual(["millet", "no-egg"]);
    expect(switchFilter(["no-egg"], "no-egg")).toEqual([]);
  });
});

describe("in the address", () => {
  test("a search is written and read back, beside what else stands there", () => {
    const search = { text: "ragi & egg", filters: ["millet", "under-200"] } as const;
    const query = writeSearch("?from=mail", search);
    expect(query).toBe("?from=mail&q=ragi+%26+egg&with=millet,under-200");
    expect(readSearch(query)).toEqual(search);
    expect(writeSearch(query, NO_SEARCH)).toBe("?from=mail");
    expect(writeSearch("?q=a", NO_SEARCH)).toBe("");
  });

  test("strange filters are nothing", () => {
    expect(readSearch("?with=gold,,millet")).toEqual({ text: "", filters: ["millet"] });
    expect(isSearch(readSearch("?q=%20&with=gold"))).toBe(false);
  });
});
