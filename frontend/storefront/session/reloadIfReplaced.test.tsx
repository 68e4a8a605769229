import { beforeEach, expect, test, vi } from "vitest";
import { trackInterruption } from "~/shared/http/interrupted";
import { carryValues, restoreCarriedValues, takeCarriedValues } from "./carriedValues";
import { reloadIfReplaced } from "./reloadIfReplaced";

const reload = vi.fn();

vi.mock("~/shared/http/replacedPage", () => ({ replacementOfPage: () => Promise.resolve(server.version) }));
const server = { version: "" };

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState({}, "");
  reload.mockClear();
  vi.spyOn(window.location, "reload").mockImplementation(reload);
});

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
  takeCarriedValues("veg"); // the memory of the page that ends
  restoreCarriedValues();
  expect(takeCarriedValues("veg")).toEqual({ firstName: "Asha" });
  restoreCarriedValues();
  expect(takeCarriedValues("veg")).toBeUndefined();
});
