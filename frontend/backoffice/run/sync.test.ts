import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HttpClient } from "../httpClient";
import { type EventResult, recordOutcome } from "./deliveryEvents";
import { EventQueue } from "./eventQueue";
import { createSync } from "./sync";
import { run, stop } from "./testing";

const ran = run(stop(1), stop(2));
const answered = (body: string): EventResult[] =>
  (JSON.parse(body) as { key: string }[]).map(({ key }) => ({ key, state: "delivered", uncounted: "" }));

/** The bodies that were sent, and what answers each in turn. */
function server(...statuses: number[]) {
  const bodies: string[] = [];
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    const status = statuses.shift() ?? 200;
    if (status === 0) return Promise.reject(new TypeError("no network"));
    bodies.push(body);
    return Promise.resolve(new Response(JSON.stringify({ taps: answered(body) }), { status }));
  });
  return bodies;
}

function begin(queue: EventQueue, onResult = vi.fn()) {
  return createSync(new HttpClient("/backoffice/runs/7/", "token"), ran, queue, onResult);
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("events", () => {
  it("stay in the queue without network, and are sent in order with it", async () => {
    const queue = new EventQueue(7);
    const bodies = server(0, 200);
    const send = begin(queue);
    const events = ran.stops.flatMap((each) => recordOutcome(each, "delivered"));
    queue.add(events);
    expect(await send()).toBe("unreachable");
    expect(queue.events()).toHaveLength(2);
    expect(await send()).toBe("synced");
    expect(queue.events()).toHaveLength(0);
    expect(bodies.map((body) => JSON.parse(body))).toEqual([events]);
  });

  it("outlast the page", () => {
    new EventQueue(7).add(recordOutcome(stop(1), "delivered"));
    expect(new EventQueue(7).events()).toHaveLength(1);
    expect(new EventQueue(8).events()).toHaveLength(0);
  });

  it("of a colleague who shares the phone wait until the colleague logs in", async () => {
    const queue = new EventQueue(7);
    const bodies = server();
    const [his] = recordOutcome(stop(1), "delivered");
    const [hers] = recordOutcome(stop(2), "delivered");
    if (!his || !hers) throw new Error("no taps");
    queue.add([
      { ...hers, by: "sita" },
      { ...his, by: "ravi" },
    ]);
    expect(await begin(queue)()).toBe("synced");
    expect(bodies.map((body) => JSON.parse(body))).toEqual([[{ ...his, by: "ravi" }]]);
    expect(queue.events()).toEqual([{ ...hers, by: "sita" }]);
  });

  it("are sent once by concurrent calls", async () => {
    const queue = new EventQueue(7);
    const bodies = server();
    const send = begin(queue);
    queue.add(recordOutcome(stop(1), "delivered"));
    await Promise.all([send(), send()]);
    expect(bodies).toHaveLength(1);
  });

  it("added during a sync are sent in the next batch", async () => {
    const queue = new EventQueue(7);
    const bodies = server();
    const send = begin(queue);
    queue.add(recordOutcome(stop(1), "delivered"));
    const first = send();
    queue.add(recordOutcome(stop(2), "delivered"));
    expect(await first).toBe("synced");
    expect(bodies).toHaveLength(2);
    expect(queue.events()).toHaveLength(0);
  });

  it("are sent in batches of a hundred", async () => {
    const queue = new EventQueue(7);
    const bodies = server();
    queue.add(
      Array.from({ length: 250 }, (_, at) => stop(at + 1)).flatMap((each) =>
        recordOutcome(each, "delivered"),
      ),
    );
    await begin(queue)();
    expect(bodies.map((body) => JSON.parse(body).length)).toEqual([100, 100, 50]);
  });

  it.each([
    [401, "loggedOut"],
    [404, "gone"],
    [500, "unreachable"],
    [429, "unreachable"],
    [400, "unreachable"], // a proxy's
  ])("stay in the queue after a %i", async (status, expected) => {
    const queue = new EventQueue(7);
    server(status);
    queue.add(recordOutcome(stop(1), "delivered"));
    expect(await begin(queue)()).toBe(expected);
    expect(queue.events()).toHaveLength(1);
  });

  it("are sent although the server cannot parse one of them", async () => {
    const queue = new EventQueue(7);
    const events = Array.from({ length: 5 }, (_, at) => stop(at + 1)).flatMap((each) =>
      recordOutcome(each, "delivered"),
    );
    const bad = events[2]?.key ?? "";
    vi.stubGlobal("fetch", (_: string, { body }: { body: string }) =>
      Promise.resolve(
        body.includes(bad)
          ? Response.json({ message: "Send a list of taps." }, { status: 400 })
          : new Response(JSON.stringify({ taps: answered(body) })),
      ),
    );
    queue.add(events);
    const onResult = vi.fn();
    expect(await begin(queue, onResult)()).toBe("synced");
    expect(queue.events()).toHaveLength(0);
    const rejected = onResult.mock.calls.filter(([, result]) => result.refused);
    expect(rejected).toEqual([[events[2], { key: bad, refused: "This tap cannot be read." }]]);
    expect(onResult).toHaveBeenCalledTimes(5);
  });

  it.each(["{}", "null", "[]", '{"taps":[]}', '{"taps":7}', "<html>"])(
    "stay in the queue when the reply is %s",
    async (text) => {
      const queue = new EventQueue(7);
      vi.stubGlobal("fetch", () => Promise.resolve(new Response(text)));
      queue.add(recordOutcome(stop(1), "delivered"));
      expect(await begin(queue)()).toBe("unreachable");
      expect(queue.events()).toHaveLength(1);
    },
  );

  it("report their result before they leave the queue", async () => {
    const queue = new EventQueue(7);
    server();
    const lengths: number[] = [];
    const [event] = recordOutcome(stop(1), "delivered");
    queue.add(event ? [event] : []);
    await begin(
      queue,
      vi.fn(() => lengths.push(queue.events().length)),
    )();
    expect(lengths).toEqual([1]);
  });
});
