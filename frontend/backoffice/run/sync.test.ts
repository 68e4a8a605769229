import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Posting } from "../posting";
import { Queue } from "./queue";
import { sending } from "./sending";
import { type Answer, tell } from "./taps";
import { run, stop } from "./testing";

const ran = run(stop(1), stop(2));
const answered = (body: string): Answer[] =>
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

function begin(queue: Queue, heed = vi.fn()) {
  return sending(new Posting("/backoffice/runs/7/", "token"), ran, queue, heed);
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("taps on their way", () => {
  it("stay in the queue without network, and go in their order with it", async () => {
    const queue = new Queue(7);
    const bodies = server(0, 200);
    const send = begin(queue);
    const taps = ran.stops.flatMap((each) => tell(each, "delivered"));
    queue.add(taps);
    expect(await send()).toBe("unreached");
    expect(queue.taps()).toHaveLength(2);
    expect(await send()).toBe("all");
    expect(queue.taps()).toHaveLength(0);
    expect(bodies.map((body) => JSON.parse(body))).toEqual([taps]);
  });

  it("outlast the page", () => {
    new Queue(7).add(tell(stop(1), "delivered"));
    expect(new Queue(7).taps()).toHaveLength(1);
    expect(new Queue(8).taps()).toHaveLength(0);
  });

  it("of a colleague who shares the phone wait until that one logs in", async () => {
    const queue = new Queue(7);
    const bodies = server();
    const [his] = tell(stop(1), "delivered");
    const [hers] = tell(stop(2), "delivered");
    if (!his || !hers) throw new Error("no taps");
    queue.add([
      { ...hers, by: "sita" },
      { ...his, by: "ravi" },
    ]);
    expect(await begin(queue)()).toBe("all");
    expect(bodies.map((body) => JSON.parse(body))).toEqual([[{ ...his, by: "ravi" }]]);
    expect(queue.taps()).toEqual([{ ...hers, by: "sita" }]);
  });

  it("are not sent twice by two who ask at once", async () => {
    const queue = new Queue(7);
    const bodies = server();
    const send = begin(queue);
    queue.add(tell(stop(1), "delivered"));
    await Promise.all([send(), send()]);
    expect(bodies).toHaveLength(1);
  });

  it("that come while others are under way go with the next list", async () => {
    const queue = new Queue(7);
    const bodies = server();
    const send = begin(queue);
    queue.add(tell(stop(1), "delivered"));
    const first = send();
    queue.add(tell(stop(2), "delivered"));
    expect(await first).toBe("all");
    expect(bodies).toHaveLength(2);
    expect(queue.taps()).toHaveLength(0);
  });

  it("go in lists of a hundred", async () => {
    const queue = new Queue(7);
    const bodies = server();
    queue.add(
      Array.from({ length: 250 }, (_, at) => stop(at + 1)).flatMap((each) => tell(each, "delivered")),
    );
    await begin(queue)();
    expect(bodies.map((body) => JSON.parse(body).length)).toEqual([100, 100, 50]);
  });

  it.each([
    [401, "loggedOut"],
    [404, "gone"],
    [500, "unreached"],
    [429, "unreached"],
    [400, "unreached"], // a proxy's
  ])("wait where the server answers %i", async (status, expected) => {
    const queue = new Queue(7);
    server(status);
    queue.add(tell(stop(1), "delivered"));
    expect(await begin(queue)()).toBe(expected);
    expect(queue.taps()).toHaveLength(1);
  });

  it("hold up none after one that the server cannot read", async () => {
    const queue = new Queue(7);
    const taps = Array.from({ length: 5 }, (_, at) => stop(at + 1)).flatMap((each) =>
      tell(each, "delivered"),
    );
    const bad = taps[2]?.key ?? "";
    vi.stubGlobal("fetch", (_: string, { body }: { body: string }) =>
      Promise.resolve(
        body.includes(bad)
          ? Response.json({ message: "Send a list of taps." }, { status: 400 })
          : new Response(JSON.stringify({ taps: answered(body) })),
      ),
    );
    queue.add(taps);
    const heed = vi.fn();
    expect(await begin(queue, heed)()).toBe("all");
    expect(queue.taps()).toHaveLength(0);
    const refused = heed.mock.calls.filter(([, answer]) => answer.refused);
    expect(refused).toEqual([[taps[2], { key: bad, refused: "This tap cannot be read." }]]);
    expect(heed).toHaveBeenCalledTimes(5);
  });

  it.each(["{}", "null", "[]", '{"taps":[]}', '{"taps":7}', "<html>"])(
    "wait where the reply is %s",
    async (text) => {
      const queue = new Queue(7);
      vi.stubGlobal("fetch", () => Promise.resolve(new Response(text)));
      queue.add(tell(stop(1), "delivered"));
      expect(await begin(queue)()).toBe("unreached");
      expect(queue.taps()).toHaveLength(1);
    },
  );

  it("tell what the server made of each before they leave the queue", async () => {
    const queue = new Queue(7);
    server();
    const seen: number[] = [];
    const [tap] = tell(stop(1), "delivered");
    queue.add(tap ? [tap] : []);
    await begin(
      queue,
      vi.fn(() => seen.push(queue.taps().length)),
    )();
    expect(seen).toEqual([1]);
  });
});
