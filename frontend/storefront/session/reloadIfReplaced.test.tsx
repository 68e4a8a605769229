import { beforeEach, expect, test, vi } from "vitest";
import { trackInterruption } from "~/shared/http/interrupted";
import { carryValues, restoreCarriedValues, takeCarriedValues } from "./carriedValues";
import { reloadIfReplaced } from "./reloadIfReplaced";

const reload = vi.fn();

/** A page of a build and of the content of an edition. */
const html = (build: string, edition: string) =>
  `<script type="module" src="/order/assets/index-${build}.js"></script>` +
  `<script type="application/json" id="content">{"modules":"/order/assets/content-${edition}/"}</script>`;

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState({}, "");
  reload.mockClear();
  vi.spyOn(window.location, "reload").mockImplementation(reload);
  document.documentElement.innerHTML = html("a", "one");
});

function serve(page: string | Error): void {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    if (page instanceof Error) throw page;
    return new Response(page);
  });
}

test.each([
  ["another build", html("b", "one"), 1],
  ["another edition", html("a", "two"), 1],
  ["the same page", html("a", "one"), 0],
  ["an error without a page", "Bad gateway", 0],
  ["nothing, since it cannot be reached", new TypeError("Failed to fetch"), 0],
])("when the server has %s, it reloads %s times", async (_name, page, times) => {
  serve(page);
  await reloadIfReplaced();
  expect(reload).toHaveBeenCalledTimes(times);
});

test("it reloads once for a build, whatever the browser shows then", async () => {
  serve(html("b", "one"));
  await reloadIfReplaced();
  await reloadIfReplaced();
  serve(html("c", "one"));
  await reloadIfReplaced();
  serve(html("b", "one"));
  await reloadIfReplaced();
  expect(reload).toHaveBeenCalledTimes(2);
});

test("it does not reload while a form is being sent", async () => {
  serve(html("b", "one"));
  const settle = trackInterruption();
  await reloadIfReplaced();
  expect(reload).not.toHaveBeenCalled();
  settle(true);
  await reloadIfReplaced();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("values that are carried from a form to its menu and back survive the reload", async () => {
  serve(html("b", "one"));
  carryValues("veg", { firstName: "Asha" });
  await reloadIfReplaced();
  takeCarriedValues("veg"); // the memory of the page that ends
  restoreCarriedValues();
  expect(takeCarriedValues("veg")).toEqual({ firstName: "Asha" });
  restoreCarriedValues();
  expect(takeCarriedValues("veg")).toBeUndefined();
});
