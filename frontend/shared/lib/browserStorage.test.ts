import { afterEach, expect, test, vi } from "vitest";
import { readStored, removeStored, writeStored, writeStoredDeferred } from "./browserStorage";

const stored = () => localStorage.getItem("key");
const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

afterEach(() => {
  removeStored("local", "key");
});

test("a deferred write stores the value of the next frame", async () => {
  let text = "first";
  writeStoredDeferred("key", () => text);
  text = "later";
  expect(stored()).toBe(null);
  await drawn();
  expect(stored()).toBe("later");
});

test.each([
  ["the page is left", () => dispatchEvent(new Event("pagehide"))],
  ["the page is hidden", () => document.dispatchEvent(new Event("visibilitychange"))],
  ["anything is read", () => readStored("session", "other")],
])("a deferred write is flushed before %s, each time", (_, happens) => {
  for (const text of ["one", "two"]) {
    writeStoredDeferred("key", () => text);
    happens();
    expect(stored()).toBe(text);
  }
});

test("a hidden page renders no frame and writes immediately", () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  writeStoredDeferred("key", () => "text");
  expect(stored()).toBe("text");
});

test.each([
  ["a newer text", () => writeStored("local", "key", "newer"), "newer"],
  ["its removal", () => removeStored("local", "key"), null],
])("%s is not overwritten by a pending write", async (_, happens, expected) => {
  writeStoredDeferred("key", () => "older");
  happens();
  await drawn();
  expect(stored()).toBe(expected);
});
