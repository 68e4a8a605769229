import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { paths } from "~/storefront/paths";
import { routeTable } from "~/storefront/routes/table";
import { structuredData } from "./structuredData";

const menu = vi.hoisted(() => ({ edition: 0, soldOut: {} as Record<string, string> }));
vi.mock("~/shared/catalogue/edition", () => menu);

// Tests run without the build's base path.
beforeEach(() => void vi.stubEnv("BASE_URL", "/order/"));
afterEach(() => {
  vi.unstubAllEnvs();
  menu.soldOut = {};
});

type Node = Record<string, unknown>;

/** What schema.org (and the search engines' guides) expect of the types in use: [required, optional] properties. */
const expected: Readonly<Record<string, readonly [required: string, optional: string]>> = {
  Restaurant: [
    "name",
    "@id alternateName description url image logo telephone email address servesCuisine currenciesAccepted hasMenu sameAs",
  ],
  PostalAddress: ["addressLocality addressCountry", ""],
  Menu: ["name url hasMenuSection", "@id inLanguage provider"],
  MenuSection: ["name hasMenuItem", ""],
  MenuItem: ["name", "offers suitableForDiet"],
  Offer: ["price priceCurrency", "availability"],
  BreadcrumbList: ["itemListElement", ""],
  ListItem: ["position name item", ""],
};

const words = (text = "") => text.split(" ").filter(Boolean);

/** Every typed node of a graph, outermost first. */
function nodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodes);
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(nodes);
  return "@type" in value ? [value as Node, ...inner] : inner;
}

const listed = routeTable.filter((route) => !route.noindex);
const graphAt = (path: string) => {
  const route = routeTable.find((entry) => entry.path === path);
  if (!route) throw new Error(`no screen at ${path}`);
  return nodes(structuredData(route));
};
const ofType = (type: string, path: string) => graphAt(path).filter((node) => node["@type"] === type);

describe.each(listed.map((route) => [route.path, route] as const))(
  "structured data of %s",
  (_path, route) => {
    const graphOf = () => nodes(structuredData(route));

    test("has only types and properties that schema.org expects, and all that are required", () => {
      expect(graphOf()).not.toEqual([]);
      for (const node of graphOf()) {
        const [required, optional] = expected[String(node["@type"])] ?? ["unknown type", ""];
        const present = Object.keys(node).filter((key) => key !== "@type");
        expect(present).toEqual(expect.arrayContaining(words(required)));
        expect(words(`${required} ${optional}`)).toEqual(expect.arrayContaining(present));
      }
    });

    test("every address is absolute and every text is there", () => {
      for (const node of graphOf()) {
        for (const key of ["@id", "url", "image", "logo", "item"]) {
          if (key in node) expect(node[key]).toMatch(/^https:\/\/[^/]+\/order\//);
        }
        expect(Object.values(node)).not.toContain("");
        expect(Object.values(node)).not.toContain(undefined);
      }
    });

    test("prices are numbers in rupees", () => {
      for (const offer of graphOf().filter((node) => node["@type"] === "Offer")) {
        expect(offer).toEqual({ "@type": "Offer", price: expect.any(Number), priceCurrency: "INR" });
      }
    });

    test("positions of the trail count from one", () => {
      const steps = graphOf().filter((node) => node["@type"] === "ListItem");
      expect(steps.map((step) => step.position)).toEqual(steps.map((_, index) => index + 1));
    });
  },
);

test("the landing page describes the restaurant in Chennai with its menus", () => {
  const [restaurant] = ofType("Restaurant", paths.landing());
  expect(restaurant).toMatchObject({
    name: "Oottam",
    telephone: "+91 44 0000 0000",
    address: { addressLocality: "Chennai", addressCountry: "IN" },
  });
  expect(restaurant?.hasMenu).toHaveLength(3);
});

test("a menu page has every section with the week prices", () => {
  expect(ofType("MenuSection", paths.vegMeal())).toHaveLength(13);
  expect(ofType("MenuItem", paths.vegMeal())).toContainEqual({
    "@type": "MenuItem",
    name: "Dry Fruit Smoothie",
    suitableForDiet: "https://schema.org/VegetarianDiet",
    offers: { "@type": "Offer", price: 273, priceCurrency: "INR" },
  });
  expect(ofType("MenuSection", paths.nonVegMeal())).toHaveLength(7);
  expect(ofType("MenuSection", paths.mealTray())).toHaveLength(7);
});

test("a dish without a price has no offer price", () => {
  expect(ofType("MenuItem", paths.vegMeal()).find(({ name }) => name === "Ragi Porridge")).not.toHaveProperty(
    "offers",
  );
});

test("the offer of a dish that is sold out says so, and no other does", () => {
  menu.soldOut = { "Berry Smoothie": "today", "Ragi Porridge": "" };
  const soldOut = ofType("MenuItem", paths.vegMeal()).filter(({ offers }) => Object(offers).availability);
  expect(soldOut).toMatchObject([
    { name: "Berry Smoothie", offers: { availability: "https://schema.org/SoldOut" } },
  ]);
});

test("an event's menus stand below the event in the trail", () => {
  expect(ofType("ListItem", paths.birthdayPage()).map(({ item }) => item)).toEqual([
    "https://oottam.example.com/order/",
    "https://oottam.example.com/order/birthday",
    "https://oottam.example.com/order/birthday/page",
  ]);
});

test("pages hidden from search engines have no structured data", () => {
  for (const route of routeTable.filter(({ noindex }) => noindex))
    expect(structuredData(route)).toBeUndefined();
});
