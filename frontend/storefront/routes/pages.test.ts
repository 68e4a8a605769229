import { expect, test, vi } from "vitest";
import { paths } from "~/storefront/paths";
import { loadPage, preloadPage, routeAt } from "./pages";
import { type Page, type RouteEntry, routeTable } from "./table";

const known = Object.values(paths).map((path) => path() as string);

function entry(page: RouteEntry["page"]): RouteEntry {
  return { path: "/somewhere", title: "Somewhere", page };
}

const somewhere: Page = { default: () => null, description: "A place." };

test("each screen stands once in the table, at a path of the specification, with a title of its own", {
  tags: "spec:2.1",
}, () => {
  const routed = routeTable.map((route) => route.path);
  expect(routed.filter((path) => !known.includes(path))).toEqual([]);
  expect(new Set(routed).size).toBe(routed.length);
  expect(new Set(routeTable.map((route) => route.title)).size).toBe(routeTable.length);
});

test.each(routeTable.map((route) => [route.path, route] as const))(
  "the screen at %s can be loaded",
  async (_, route) => {
    expect((await loadPage(route)).default).toBeTypeOf("function");
  },
);

test("paths match in any letter case, and unknown ones lead nowhere", () => {
  expect(routeAt("/")?.path).toBe("/");
  expect(routeAt("/MEAL/vegmeal")?.path).toBe("/meal/VegMeal");
  expect(routeAt("/meal/VegMeal/more")).toBeUndefined();
  expect(routeAt("/p")).toBeUndefined();
});

test("a screen's code is fetched once, and its promise is marked as fulfilled", async () => {
  const page = vi.fn(async () => somewhere);
  const route = entry(page);
  await Promise.all([loadPage(route), loadPage(route), preloadPage(route)]);
  expect(page).toHaveBeenCalledTimes(1);
  expect(loadPage(route)).toMatchObject({ status: "fulfilled", value: somewhere });
});

test("after a failed fetch the next preload fetches again", async () => {
  const page = vi.fn<RouteEntry["page"]>().mockRejectedValueOnce(new Error("offline"));
  page.mockResolvedValue(somewhere);
  const route = entry(page);
  await expect(loadPage(route)).rejects.toThrow("offline");
  await expect(loadPage(route)).rejects.toThrow("offline");
  await preloadPage(route);
  expect(await loadPage(route)).toBe(somewhere);
  expect(page).toHaveBeenCalledTimes(2);
});
