import { expect, onTestFinished, test, vi } from "vitest";
import { post } from "./post";

const page = vi.hoisted(() => ({ edition: 0, callBases: {} }));
vi.mock("~/shared/catalogue/edition", () => page);
vi.mock("./callBases", () => page);

/** The headers of a veg order that a page of this edition sends to its own server, or to another one. */
async function headersOf(edition: number, bases = {}, shownEdition?: number): Promise<unknown> {
  Object.assign(page, { edition, callBases: bases });
  const fetch = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response());
  await post("veg", {}, "key", () => {}, shownEdition);
  return fetch.mock.calls.at(-1)?.[1]?.headers;
}

const common = { "Content-Type": "application/json", "Idempotency-Key": "key" };

test.each([0, 7])("a call names edition %i, which the page shows", async (edition) => {
  expect(await headersOf(edition)).toEqual({ ...common, "Menu-Edition": String(edition) });
});

test("a call names the edition of the prices that it shows", async () => {
  expect(await headersOf(7, {}, 6)).toEqual({ ...common, "Menu-Edition": "6" });
});

test("another server, which may not allow the header, gets it only from a published menu", async () => {
  const bases = { veg: "https://calls.example" };
  expect(await headersOf(0, bases)).toEqual(common);
  expect(await headersOf(7, bases)).toEqual({ ...common, "Menu-Edition": "7" });
});

test("a call without a reply ends with a message in browsers, too, that tell no reason of an abort", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(globalThis, "fetch").mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => {
        const fail = () => reject(new DOMException("The user aborted a request.", "AbortError"));
        init?.signal?.addEventListener("abort", fail);
      }),
  );
  const reply = expect(post("veg", {}, "key", () => {})).rejects.toThrow(
    "No reply came in time. Please try again.",
  );
  await vi.runAllTimersAsync();
  await reply;
});
