import { beforeEach, expect, test, vi } from "vitest";
import { trackInterruption } from "~/shared/http/interrupted";
import { carryValues, keepCarriedValues } from "./carriedValues";
import { reloadIfReplaced } from "./reloadIfReplaced";
import { enterFlow } from "./visits";

const reload = vi.fn();

vi.mock("~/shared/http/replacedPage", () => ({ replacementOfPage: () => Promise.resolve(server.version) }));
const server = { version: "" };

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState({}, "");
  reload.mockClear();
  vi.spyOn(window.location, "reload").mockImplementation(reload);
  enterFlow("veg", false);
});

/** Enters the screen as a page load does: with an empty memory. */
async function loadPage() {
  vi.resetModules();
  (await import("./visits")).enterFlow("veg", false);
  const page = await import("./carriedValues");
  page.keepCarriedValues();
  return page;
}

test("it does not reload the page that the server has, too", async () => {
  server.version = "";
  await reloadIfReplaced();
  expect(reload).not.toHaveBeenCalled();
});

test("it reloads once for a build, whatever the browser shows then", async () => {
  server.version = "b";
  await reloadIfReplaced();
  await reloadIfReplaced();
  server.version = "c";
  await reloadIfReplaced();
  server.version = "b";
  await reloadIfReplaced();
  expect(reload).toHaveBeenCalledTimes(2);
});

test("it does not reload while a form is being sent", async () => {
  server.version = "b";
  const settle = trackInterruption();
  await reloadIfReplaced();
  expect(reload).not.toHaveBeenCalled();
  settle(true);
  await reloadIfReplaced();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("values that are carried from a form to its menu and back survive the reload", async () => {
  server.version = "b";
  carryValues("veg", { firstName: "Asha" });
  await reloadIfReplaced();
  const menu = await loadPage();
  expect(menu.takeCarriedValues("veg")).toEqual({ firstName: "Asha" });
  menu.keepCarriedValues();
  expect(menu.takeCarriedValues("veg")).toBeUndefined();
});

test("the menu keeps the values over a reload until the form takes them, and not when it is gone back to", async () => {
  carryValues("veg", { firstName: "Asha" });
  keepCarriedValues();
  const menu = await loadPage();
  const { state } = history;
  history.pushState({ key: "form" }, "");
  expect(menu.takeCarriedValues("veg")).toEqual({ firstName: "Asha" });
  history.replaceState(state, "");
  const menuAgain = await loadPage();
  expect(menuAgain.takeCarriedValues("veg")).toBeUndefined();
});
