import { describe, expect, test } from "vitest";
import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { trayMenu } from "~/shared/catalogue/tray";
import { vegMenu } from "~/shared/catalogue/veg";
import { switchFilter, usefulFilters } from "./dishFilters";
import { findDishes, isSearch, NO_SEARCH, readSearch, writeSearch } from "./findDishes";
import type { Menu } from "./menu";

const namesOf = (menu: Menu, text: string, ...filters: Parameters<typeof switchFilter>[1][]) =>
  findDishes(menu, { text, filters }).map(({ dish }) => dish.name);

test("every search word must start a word of the name or category, in any order", () => {
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
])("%s finds its dish", (text, menu, name) => {
  expect(namesOf(menu, text)).toContain(name);
});

test("an exact match excludes dishes that only sound alike", () => {
  expect(namesOf(vegMenu, "pesto")).toEqual(["Pesto Paneer Millet Pasta"]);
});

describe("filters", () => {
  test("filters combine with each other and with words", () => {
    expect(namesOf(nonVegMenu, "", "millet", "egg")).toEqual([
      "Ragi Cocoa Egg Pancakes",
      "Egg Podimas Millet Pasta",
      "Egg Fried Millet Bowl",
    ]);
    expect(namesOf(nonVegMenu, "bowl", "millet", "egg")).toEqual(["Egg Fried Millet Bowl"]);
  });

  test("egg is derived from the name, including omelettes", () => {
    expect(namesOf(nonVegMenu, "all things eggs", "no-egg")).toEqual([]);
    expect(namesOf(trayMenu, "", "egg")).toEqual(["Egg Curry", "Boiled Eggs"]);
  });

  test("under ₹200 compares the week price and excludes dishes without a price", () => {
    expect(namesOf(vegMenu, "ragi porridge")).toEqual(["Ragi Porridge"]);
    expect(namesOf(vegMenu, "ragi porridge", "under-200")).toEqual([]);
    const weeks = findDishes(vegMenu, { text: "", filters: ["under-200"] }).map(
      ({ dish }) => dish.prices?.week,
    );
    expect(Math.max(...weeks.map(Number))).toBeLessThan(200);
  });

  test("a menu has only the filters that match some of its dishes but not all", () => {
    expect(usefulFilters(vegMenu)).toEqual(["millet", "salad", "smoothie", "under-200"]);
    expect(usefulFilters(trayMenu)).toEqual(["veg", "egg", "no-egg", "millet", "salad", "under-200"]);
  });

  test("egg and no egg replace each other", () => {
    expect(switchFilter(["egg", "millet"], "no-egg")).toEqual(["millet", "no-egg"]);
    expect(switchFilter(["no-egg"], "no-egg")).toEqual([]);
  });
});

describe("search in the URL", () => {
  test("a search is written and read back, and other parameters stay", () => {
    const search = { text: "ragi & egg", filters: ["millet", "under-200"] } as const;
    const query = writeSearch("?from=mail", search);
    expect(query).toBe("?from=mail&q=ragi+%26+egg&with=millet,under-200");
    expect(readSearch(query)).toEqual(search);
    expect(writeSearch(query, NO_SEARCH)).toBe("?from=mail");
    expect(writeSearch("?q=a", NO_SEARCH)).toBe("");
  });

  test("unknown filters are ignored", () => {
    expect(readSearch("?with=gold,,millet")).toEqual({ text: "", filters: ["millet"] });
    expect(isSearch(readSearch("?q=%20&with=gold"))).toBe(false);
  });
});

describe("what dishes hold", () => {
  const facts = {
    "berry-smoothie": [235, 13, "an"],
    "dry-fruit-smoothie": [435, 16, ""],
    "chikoo-date-smoothie": [375, 22, "m"],
  } as const;
  const ingredients = {
    "Berry Smoothie": ["milk", "strawberries"],
    "Chikoo Date Smoothie": ["tree nuts|nuts", "milk", "dates, stoned", "almonds"],
    "Bisi Bele Millet Bowl": ["peanuts|nuts groundnuts", "foxtail millet"],
  };
  const find = (text: string, filters: readonly Parameters<typeof switchFilter>[1][] = []) =>
    findDishes(vegMenu, { text, filters }, { facts, ingredients });

  test("an ingredient finds its dishes, and is named where the name does not tell", () => {
    expect(find("almond").map(({ dish, contains }) => [dish.name, contains])).toContainEqual([
      "Chikoo Date Smoothie",
      "almonds",
    ]);
    expect(find("berry").map(({ contains }) => contains)).not.toContain("strawberries");
  });

  test.each([
    ["nut", "Bisi Bele Millet Bowl", "peanuts"],
    ["groundnuts", "Bisi Bele Millet Bowl", "peanuts"],
    ["nut", "Chikoo Date Smoothie", "tree nuts"],
  ])("%s finds %s by an allergen, under its own name", (text, name, contains) => {
    expect(find(text).map((found) => [found.dish.name, found.contains])).toContainEqual([name, contains]);
  });

  test("filters about the recipe show only dishes of which that is known", () => {
    expect(find("", ["protein-15"]).map(({ dish }) => dish.name)).toEqual([
      "Dry Fruit Smoothie",
      "Chikoo Date Smoothie",
    ]);
    expect(find("", ["no-nuts"]).map(({ dish }) => dish.name)).toEqual(["Berry Smoothie"]);
    expect(find("", ["no-milk-or-egg"]).map(({ dish }) => dish.name)).toEqual(["Chikoo Date Smoothie"]);
  });

  test("a filter hides no dish that is ticked", () => {
    const isTicked = ({ name }: { name: string }) => name === "Berry Smoothie";
    const found = findDishes(vegMenu, { text: "", filters: ["protein-20"] }, { facts, isTicked });
    expect(found.map(({ dish, isKept }) => [dish.name, isKept])).toEqual([
      ["Berry Smoothie", true],
      ["Chikoo Date Smoothie", undefined],
    ]);
  });

  test("the dishes with most protein come first, and those of which it is not known last", () => {
    const found = findDishes(vegMenu, { text: "smoothie", filters: [], byProtein: true }, { facts });
    expect(found.slice(0, 3).map(({ dish }) => dish.name)).toEqual([
      "Chikoo Date Smoothie",
      "Dry Fruit Smoothie",
      "Berry Smoothie",
    ]);
  });

  test("the order is in the address", () => {
    expect(writeSearch("", { text: "", filters: ["no-nuts"], byProtein: true })).toBe(
      "?with=no-nuts&sort=protein",
    );
    expect(readSearch("?sort=protein")).toEqual({ text: "", filters: [], byProtein: true });
  });

  test("one amount of protein takes the other's place", () => {
    expect(switchFilter(["protein-15"], "protein-20")).toEqual(["protein-20"]);
  });

  test("a menu of which nothing is known offers no filter about recipes", () => {
    expect(usefulFilters(vegMenu)).not.toContain("no-nuts");
    expect(usefulFilters(vegMenu, facts)).toContain("no-nuts");
  });
});
