import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Posting } from "../posting";
import { Queue, waitingRuns } from "./queue";
import { sendingOthers } from "./sending";
import type { Tap } from "./taps";
import { run } from "./testing";

const tap = (key: string): Tap => ({ key, outcome: "undo", serving: 1 });
const keys = (queue: Queue) => queue.taps().map(({ key }) => key);

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("taps that the phone has no room for", () => {
  it("wait one after the other, as long as the page does, and are kept once there is room", () => {
    const queue = new Queue(7);
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("no room", "QuotaExceededError");
    });
    queue.add([tap("a")]);
    queue.add([tap("b")]);
    expect(keys(queue)).toEqual(["a", "b"]);
    expect(queue.outlasts()).toBe(false);
    queue.remove([tap("a")]);
    expect(keys(queue)).toEqual(["b"]);
    full.mockRestore();
    queue.add([tap("c")]);
    expect(queue.outlasts()).toBe(true);
    expect(keys(new Queue(7))).toEqual(["b", "c"]);
  });
});

describe("taps that cannot be read", () => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const good = JSON.stringify(tap("good"));

  it.each([
    ["null", 1],
    ['"\\ud800"', 1],
    ['{"key":7,"outcome":"undo","serving":1}', 1],
    ['{"key":"k","outcome":"eaten","serving":1}', 1],
    ['{"key":"k","outcome":"undo"}', 1],
    ['{"key":"k","outcome":"cash","reference":"OT-1","paise":"7"}', 1],
    [`{"key":"k","outcome":"undo","serving":1,"words":${deep}}`, 1],
    [`${deep},7`, 2],
  ])("hold up none after them: %#", (bad, count) => {
    localStorage.setItem("oottam-run-7", `[${bad},${good}]`);
    const queue = new Queue(7);
    expect(keys(queue)).toEqual(["good"]);
    expect([queue.takeUnreadable(), queue.takeUnreadable()]).toEqual([count, 0]);
    expect(localStorage.getItem("oottam-unreadable-7")).toContain(bad);
    expect(new Queue(7).takeUnreadable()).toBe(0);
  });

  it("are set aside where nothing of them is a list", () => {
    localStorage.setItem("oottam-run-7", `[${good}`);
    const queue = new Queue(7);
    queue.add([tap("new")]);
    expect(queue.takeUnreadable()).toBe(1);
    expect(keys(new Queue(7))).toEqual(["new"]);
    expect(localStorage.getItem("oottam-unreadable-7")).toBe(`[${good}`);
  });
});

describe("taps of another run", () => {
  const others = () => sendingOthers(new Posting("/", "t"), run(), () => undefined)();

  it("are sent beside those of this one: their own page may not open any more", async () => {
    new Queue(6).add([tap("yesterday")]);
    new Queue(7).add([tap("own")]);
    const sent: string[] = [];
    vi.stubGlobal("fetch", (address: string) => {
      sent.push(address);
      return Promise.resolve(Response.json({ taps: [{ key: "yesterday" }] }));
    });
    expect(await others()).toBe(0);
    expect(sent).toEqual(["/backoffice/runs/6/taps"]);
    expect(waitingRuns()).toEqual([7]);
  });

  it("are counted while they wait", async () => {
    new Queue(6).add([tap("yesterday"), tap("too")]);
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
    expect(await others()).toBe(2);
    expect(waitingRuns()).toEqual([6]);
  });
});
