import { expect, test, vi } from "vitest";
import { tokenIn } from "../posting";
import { Sender } from "./sender";

const PAGE = '<div data-token><input type="hidden" name="csrfmiddlewaretoken" value="new"></div>';
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });

function sending(...replies: (Response | Error)[]) {
  const asked: { key: string | null; token: string | null; method: string }[] = [];
  vi.spyOn(window, "fetch").mockImplementation(
    async (_address, { headers, method = "GET" }: RequestInit = {}) => {
      const sent = new Headers(headers);
      asked.push({ key: sent.get("Idempotency-Key"), token: sent.get("X-CSRFToken"), method });
      const reply = replies.shift();
      if (reply instanceof Response) return reply;
      throw reply ?? new Error("nothing more is expected");
    },
  );
  return asked;
}

const sender = () => new Sender("/here/", "old", "key");

test("a stored order has a reference and a page", async () => {
  const asked = sending(json(201, { status: "success", reference: "OT-1", address: "/there/" }));
  expect(await sender().send({})).toEqual({ kind: "stored", reference: "OT-1", address: "/there/" });
  expect(asked).toEqual([{ key: "key", token: "old", method: "POST" }]);
});

test("a refusal names each field once, by the beginning of its path", async () => {
  const errors = [
    { field: "selectedItems[1].name", message: "one" },
    { field: "selectedItems", message: "two" },
    { field: "sections.lunch", message: "three" },
  ];
  sending(json(422, { message: "No.", errors }));
  expect(await sender().send({})).toEqual({
    kind: "refused",
    message: "No.",
    errors: { selectedItems: "one", sections: "three" },
  });
});

test.each([
  [json(422, { message: "Sent before.", errors: [] }), { kind: "sentBefore" }],
  [json(401, {}), { kind: "loggedOut" }],
  [json(503, { message: "Later." }), { kind: "broken", message: "Later." }],
  [new Response("<html>", { status: 500 }), { kind: "broken", message: "The server could not save it." }],
  [new Error("no network"), { kind: "unreached" }],
])("%j reads as %j", async (reply, answer) => {
  sending(reply);
  expect(await sender().send({})).toEqual(answer);
});

test("no answer in time is none, and the same key is used again", async () => {
  vi.useFakeTimers();
  const keys: unknown[] = [];
  vi.spyOn(window, "fetch").mockImplementation(
    (_address, { signal, headers }: RequestInit = {}) =>
      new Promise((_resolve, reject) => {
        keys.push(new Headers(headers).get("Idempotency-Key"));
        signal?.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  );
  const slow = sender();
  for (let time = 0; time < 2; time += 1) {
    const answer = slow.send({});
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await answer).toEqual({ kind: "unreached" });
  }
  expect(keys).toEqual(["key", "key"]);
  vi.useRealTimers();
});

test("after another log-in the page's new token is fetched, and the order is sent with it", async () => {
  const asked = sending(
    new Response("forged?", { status: 403 }),
    new Response(PAGE),
    json(201, { reference: "OT-1", address: "/there/" }),
  );
  expect((await sender().send({})).kind).toBe("stored");
  expect(asked.map(({ token, method, key }) => [method, token, key])).toEqual([
    ["POST", "old", "key"],
    ["GET", null, null],
    ["POST", "new", "key"],
  ]);
});

test("what may not be done is said once", async () => {
  sending(json(403, { message: "You do not have access to this page." }), new Response("no token here"));
  expect(await sender().send({})).toEqual({
    kind: "broken",
    message: "You do not have access to this page.",
  });
});

test("another order has another key", async () => {
  const asked = sending(json(422, { errors: [] }), json(201, {}));
  const two = sender();
  await two.send({});
  two.begin();
  await two.send({});
  expect(asked[0]?.key).toBe("key");
  expect(asked[1]?.key).toMatch(/^[0-9a-f]{32}$/);
});

test("a page without a token has none", () => {
  expect(tokenIn(document)).toBe("");
});
