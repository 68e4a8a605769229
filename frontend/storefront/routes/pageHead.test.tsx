import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paths } from "~/storefront/paths";
import { PageHead } from "./PageOutlet";
import { type RouteEntry, routeTable } from "./table";

// Tests run without the build's base path.
beforeEach(() => void vi.stubEnv("BASE_URL", "/order/"));
afterEach(() => void vi.unstubAllEnvs());

const routeAt = (path: string) => routeTable.find((route) => route.path === path) as RouteEntry;

/** The head's tags as name -> content. */
async function head(path: string): Promise<Record<string, string>> {
  const route = routeAt(path);
  const { description } = await route.page();
  render(<PageHead route={route} description={description} />);
  const tags = document.head.querySelectorAll("meta[name], meta[property]");
  const named = [...tags].map((tag) => [
    tag.getAttribute("name") ?? tag.getAttribute("property"),
    tag.getAttribute("content"),
  ]);
  const canonical = document.head.querySelector("link[rel=canonical]")?.getAttribute("href");
  return Object.fromEntries([...named, ["title", document.title], ["canonical", canonical]]);
}

test("a page has title, description, canonical address and what shared links show", async () => {
  const { title, page } = routeAt(paths.birthday());
  const { description } = await page();
  expect(await head(paths.birthday())).toEqual({
    title: `${title} · Oottam`,
    description,
    canonical: "https://oottam.example.com/order/birthday",
    "og:type": "website",
    "og:site_name": "Oottam",
    "og:locale": "en_IN",
    "og:title": `${title} · Oottam`,
    "og:description": description,
    "og:url": "https://oottam.example.com/order/birthday",
    "og:image": "https://oottam.example.com/order/share.jpg",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": expect.stringMatching(/table/),
    "twitter:card": "summary_large_image",
  });
});

test("forms that need a selection are left out by search engines", async () => {
  const forms = [
    paths.vegMealForm(),
    paths.nonVegMealForm(),
    paths.mealTrayForm(),
    paths.combosForm(),
    paths.customerChoiceSubmit(),
  ];
  expect(new Set(routeTable.filter((route) => route.noindex).map(({ path }) => path))).toEqual(
    new Set(forms),
  );
  expect(await head(paths.vegMealForm())).toMatchObject({ robots: "noindex" });
});

test("no two pages share a title or a description, and search results can show them whole", async () => {
  const titles = routeTable.map(({ title }) => title);
  const pages = await Promise.all(routeTable.map(({ page }) => page()));
  const descriptions = pages.map(({ description }) => description);
  expect(new Set(titles).size).toBe(routeTable.length);
  expect(new Set(descriptions).size).toBe(routeTable.length);
  expect(titles.filter((title) => title.length > 60)).toEqual([]);
  expect(descriptions.filter((description) => description.length > 160)).toEqual([]);
});
