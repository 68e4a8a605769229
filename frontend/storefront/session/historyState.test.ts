import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearEndedVisit, clearVisit, persist, readPersisted } from "./historyState";
import { enterFlow, visitToken } from "./visits";

const ROUTERS_OWN = { usr: { dishes: 4 }, key: "abc", idx: 3 };

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(60_000);
  sessionStorage.clear();
  window.history.replaceState(ROUTERS_OWN, "");
  enterFlow("veg", false);
});

afterEach(() => vi.useRealTimers());

test("persisted values are stored beside the router's state and removed completely", () => {
  persist("veg", { name: "Asha" });
  expect(window.history.state).toEqual({
    ...ROUTERS_OWN,
    kept: { visit: visitToken(), values: { veg: { name: "Asha" } } },
  });
  expect(readPersisted("veg")).toEqual({ name: "Asha" });
  expect(readPersisted("tray")).toBeUndefined();
  persist("veg", undefined);
  expect(window.history.state).toEqual(ROUTERS_OWN);
});

test.each([[null], ["text"], [{ kept: 7 }], [{ kept: { visit: "v", values: 7 } }]])(
  "an invalid entry (%j) has no values",
  (state) => {
    window.history.replaceState(state, "");
    expect(readPersisted("veg")).toBeUndefined();
  },
);

test("the history changes fewer than 100 times in 30 s, and the last value is stored", () => {
  const replace = vi.spyOn(window.history, "replaceState");
  for (let key = 1; key <= 300; key++) {
    persist("veg", { name: "a".repeat(key) });
    vi.advanceTimersByTime(100);
  }
  expect(replace.mock.calls.length).toBeLessThan(90);
  vi.advanceTimersByTime(1000);
  expect(window.history.state.kept.values.veg.name).toHaveLength(300);
});

test.each([
  ["reloaded", window, "beforeunload"],
  ["left", window, "pagehide"],
  ["hidden", document, "visibilitychange"],
  ["clicked on", document, "click"],
] as const)("a pending write is flushed when the page is %s", (_how, target, type) => {
  for (let key = 1; key <= 60; key++) persist("veg", key);
  expect(readPersisted("veg")).toBe(60);
  target.dispatchEvent(new Event(type, { bubbles: true }));
  expect(window.history.state.kept.values.veg).toBe(60);
});

test("a pending write is not written into another entry", () => {
  for (let key = 1; key <= 60; key++) persist("veg", key);
  window.history.replaceState({ key: "other" }, "");
  vi.advanceTimersByTime(1000);
  expect(window.history.state).toEqual({ key: "other" });
  expect(readPersisted("veg")).toBeUndefined();
});

test("a browser that rejects the change breaks nothing", () => {
  vi.spyOn(window.history, "replaceState").mockImplementation(() => {
    throw new DOMException("too often", "SecurityError");
  });
  expect(() => persist("veg", 1)).not.toThrow();
  vi.restoreAllMocks();
});

test("a success clears the visit's values", () => {
  persist("veg", 1);
  clearVisit(visitToken());
  expect(window.history.state).toEqual(ROUTERS_OWN);
});

test("an entry of an ended visit is cleared and reads as null until a new value is persisted", () => {
  persist("veg", 1);
  enterFlow("tray", true);
  enterFlow("veg", false);
  clearEndedVisit();
  expect(window.history.state).toEqual(ROUTERS_OWN);
  expect(readPersisted("veg")).toBeNull();
  persist("veg", 2);
  expect(readPersisted("veg")).toBe(2);
});
