import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HttpClient } from "../httpClient";
import type { DeliveryEvent } from "./deliveryEvents";
import { EventQueue, runsWithEvents } from "./eventQueue";
import { createOtherRunsSync } from "./sync";
import { run } from "./testing";

const event = (key: string): DeliveryEvent => ({ key, outcome: "undo", serving: 1 });
const keys = (queue: EventQueue) => queue.events().map(({ key }) => key);

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("events that storage has no room for", () => {
  it("stay in memory in order, and are stored once there is room", () => {
    const queue = new EventQueue(7);
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("no room", "QuotaExceededError");
    });
    queue.add([event("a")]);
    queue.add([event("b")]);
    expect(keys(queue)).toEqual(["a", "b"]);
    expect(queue.isPersistent()).toBe(false);
    queue.remove([event("a")]);
    expect(keys(queue)).toEqual(["b"]);
    full.mockRestore();
    queue.add([event("c")]);
    expect(queue.isPersistent()).toBe(true);
    expect(keys(new EventQueue(7))).toEqual(["b", "c"]);
  });
});

describe("events that cannot be parsed", () => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const good = JSON.stringify(event("good"));

  it.each([
    ["null", 1],
    ['"\\ud800"', 1],
    ['{"key":7,"outcome":"undo","serving":1}', 1],
    ['{"key":"k","outcome":"eaten","serving":1}', 1],
    ['{"key":"k","outcome":"undo"}', 1],
    ['{"key":"k","outcome":"cash","reference":"OT-1","paise":"7"}', 1],
    [`{"key":"k","outcome":"undo","serving":1,"words":${deep}}`, 1],
    [`${deep},7`, 2],
  ])("block no later event: %#", (bad, count) => {
    localStorage.setItem("oottam-run-7", `[${bad},${good}]`);
    const queue = new EventQueue(7);
    expect(keys(queue)).toEqual(["good"]);
    expect([queue.takeUnreadableCount(), queue.takeUnreadableCount()]).toEqual([count, 0]);
    expect(localStorage.getItem("oottam-unreadable-7")).toContain(bad);
    expect(new EventQueue(7).takeUnreadableCount()).toBe(0);
  });

  it("are quarantined when the stored text is no list", () => {
    localStorage.setItem("oottam-run-7", `[${good}`);
    const queue = new EventQueue(7);
    queue.add([event("new")]);
    expect(queue.takeUnreadableCount()).toBe(1);
    expect(keys(new EventQueue(7))).toEqual(["new"]);
    expect(localStorage.getItem("oottam-unreadable-7")).toBe(`[${good}`);
  });
});

describe("events of another run", () => {
  const others = () => createOtherRunsSync(new HttpClient("/", "t"), run(), () => undefined)();

  it("are sent with those of this one", async () => {
    new EventQueue(6).add([event("yesterday")]);
    new EventQueue(7).add([event("own")]);
    const requested: string[] = [];
    vi.stubGlobal("fetch", (address: string) => {
      requested.push(address);
      return Promise.resolve(Response.json({ taps: [{ key: "yesterday" }] }));
    });
    expect(await others()).toBe(0);
    expect(requested).toEqual(["/backoffice/runs/6/taps"]);
    expect(runsWithEvents()).toEqual([7]);
  });

  it("are counted while they are unsent", async () => {
    new EventQueue(6).add([event("yesterday"), event("too")]);
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
    expect(await others()).toBe(2);
    expect(runsWithEvents()).toEqual([6]);
  });
});
