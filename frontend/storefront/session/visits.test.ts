import { beforeEach, expect, test, vi } from "vitest";
import { endVisit, enterFlow, visitToken } from "./visits";

beforeEach(() => sessionStorage.clear());

function tokenAt(journey: string, byLink = false): string {
  enterFlow(journey, byLink);
  return visitToken();
}

test("the screens of a flow share a visit, and each flow has its own", () => {
  const veg = tokenAt("veg");
  expect(tokenAt("veg", true)).toBe(veg);
  expect(tokenAt("tray")).not.toBe(veg);
});

test("a link into another flow ends the visit; back, forward and a reload do not", () => {
  const veg = tokenAt("veg");
  tokenAt("tray", false);
  expect(tokenAt("veg", false)).toBe(veg);
  tokenAt("tray", true);
  expect(tokenAt("veg", false)).not.toBe(veg);
});

test("a screen without a flow ends no visit", () => {
  const veg = tokenAt("veg");
  enterFlow(undefined, true);
  expect(tokenAt("veg", true)).toBe(veg);
});

test("a visit can end while another screen is in view", () => {
  const veg = tokenAt("veg");
  const tray = tokenAt("tray");
  endVisit(veg);
  expect(tokenAt("tray")).toBe(tray);
  expect(tokenAt("veg")).not.toBe(veg);
});

test("a visit survives a new release of the page", () => {
  sessionStorage.setItem("oottam.visits", JSON.stringify({ veg: "of-the-old-page" }));
  expect(tokenAt("veg")).toBe("of-the-old-page");
});

test("without stored visits the entry's own token is used", async () => {
  vi.resetModules();
  const fresh = await import("./visits");
  fresh.enterFlow("veg", false, "of-the-entry");
  expect(fresh.visitToken()).toBe("of-the-entry");
});

test("with blocked or invalid storage a visit lasts as long as the page", () => {
  vi.spyOn(Storage.prototype, "getItem").mockReturnValue("[7");
  const veg = tokenAt("veg");
  expect(tokenAt("veg")).toBe(veg);
  vi.restoreAllMocks();
});
