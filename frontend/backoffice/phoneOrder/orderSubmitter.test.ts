import { expect, test, vi } from "vitest";
import { readCsrfToken } from "../httpClient";
import { OrderSubmitter } from "./orderSubmitter";

const PAGE = '<div data-token><input type="hidden" name="csrfmiddlewaretoken" value="new"></div>';
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });

function mockFetch(...replies: (Response | Error)[]) {
  const calls: { key: string | null; token: string | null; method: string }[] = [];
  vi.spyOn(window, "fetch").mockImplementation(
    async (_address, { headers: requestHeaders, method = "GET" }: RequestInit = {}) => {
      const headers = new Headers(requestHeaders);
      calls.push({ key: headers.get("Idempotency-Key"), token: headers.get("X-CSRFToken"), method });
      const response = replies.shift();
      if (response instanceof Response) return response;
      throw response ?? new Error("nothing more is expected");
    },
  );
  return calls;
}

const createSubmitter = () => new OrderSubmitter("/here/", "old", "key");

test("a stored order has a reference and a URL", async () => {
  const calls = mockFetch(json(201, { status: "success", reference: "OT-1", address: "/there/" }));
  expect(await createSubmitter().submit({})).toEqual({
    kind: "stored",
    reference: "OT-1",
    address: "/there/",
  });
  expect(calls).toEqual([{ key: "key", token: "old", method: "POST" }]);
});

test("a rejected order has one error per field, keyed by the first part of its path", async () => {
  const errors = [
    { field: "selectedItems[1].name", message: "one" },
    { field: "selectedItems", message: "two" },
    { field: "sections.lunch", message: "three" },
  ];
  mockFetch(json(422, { message: "No.", errors }));
  expect(await createSubmitter().submit({})).toEqual({
    kind: "rejected",
    message: "No.",
    errors: { selectedItems: "one", sections: "three" },
  });
});

test.each([
  [json(422, { message: "Sent before.", errors: [] }), { kind: "alreadyStored" }],
  [json(401, {}), { kind: "loggedOut" }],
  [json(503, { message: "Later." }), { kind: "serverError", message: "Later." }],
  [
    new Response("<html>", { status: 500 }),
    { kind: "serverError", message: "The server could not save it." },
  ],
  [new Error("no network"), { kind: "unreachable" }],
])("%j becomes %j", async (response, expected) => {
  mockFetch(response);
  expect(await createSubmitter().submit({})).toEqual(expected);
});

test("a timeout is unreachable, and the next submission has the same key", async () => {
  vi.useFakeTimers();
  const keys: unknown[] = [];
  vi.spyOn(window, "fetch").mockImplementation(
    (_address, { signal, headers: requestHeaders }: RequestInit = {}) =>
      new Promise((_resolve, reject) => {
        keys.push(new Headers(requestHeaders).get("Idempotency-Key"));
        signal?.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  );
  const slow = createSubmitter();
  for (let time = 0; time < 2; time += 1) {
    const response = slow.submit({});
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await response).toEqual({ kind: "unreachable" });
  }
  expect(keys).toEqual(["key", "key"]);
  vi.useRealTimers();
});

test("after a 403 the order is sent again with a fresh token", async () => {
  const calls = mockFetch(
    new Response("forged?", { status: 403 }),
    new Response(PAGE),
    json(201, { reference: "OT-1", address: "/there/" }),
  );
  expect((await createSubmitter().submit({})).kind).toBe("stored");
  expect(calls.map(({ token, method, key }) => [method, token, key])).toEqual([
    ["POST", "old", "key"],
    ["GET", null, null],
    ["POST", "new", "key"],
  ]);
});

test("a 403 with an unchanged token is not repeated", async () => {
  mockFetch(json(403, { message: "You do not have access to this page." }), new Response("no token here"));
  expect(await createSubmitter().submit({})).toEqual({
    kind: "serverError",
    message: "You do not have access to this page.",
  });
});

test("a renewed key makes another order", async () => {
  const calls = mockFetch(json(422, { errors: [] }), json(201, {}));
  const two = createSubmitter();
  await two.submit({});
  two.renewKey();
  await two.submit({});
  expect(calls[0]?.key).toBe("key");
  expect(calls[1]?.key).toMatch(/^[0-9a-f]{32}$/);
});

test("a page without a CSRF token yields an empty one", () => {
  expect(readCsrfToken(document)).toBe("");
});
