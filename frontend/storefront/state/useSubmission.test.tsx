import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ReplyMessages } from "~/shared/http/replyMessages";
import { type AfterReply, useSubmission } from "./useSubmission";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function stubFetch(respond: () => Promise<Response> = async () => Response.json({})) {
  const fetch = vi.fn((_address: string, _options: RequestInit) => respond());
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

const keyOf = (fetch: ReturnType<typeof stubFetch>, call: number) =>
  new Headers(fetch.mock.calls[call]?.[1].headers).get("Idempotency-Key");

const answering = (after: AfterReply) => ({ onReply: () => after, onFailure: () => after });

test("a call is a POST of JSON to the contract's path on the same origin", { tags: "spec:7.1" }, async () => {
  const fetch = stubFetch();
  const { result } = renderHook(() => useSubmission("veg"));
  await act(() => result.current.submit({ a: 1 }, answering("renew")));
  const [address, options] = fetch.mock.calls[0] ?? [];
  expect(address).toBe("/vegmeal-form.php");
  expect(options).toMatchObject({ method: "POST", body: '{"a":1}' });
  expect(new Headers(options?.headers).get("Content-Type")).toBe("application/json");
});

test("a second submit while the first is in flight sends nothing", async () => {
  const fetch = stubFetch();
  const { result } = renderHook(() => useSubmission("tray"));
  await act(async () => {
    const first = result.current.submit({}, answering("retry"));
    const second = result.current.submit({}, answering("retry"));
    await Promise.all([first, second]);
  });
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(result.current.phase).toBe("idle");
});

test("the key is kept on a retry of the same body", async () => {
  const fetch = stubFetch(() => Promise.reject(new TypeError("Failed to fetch")));
  const { result } = renderHook(() => useSubmission("veg"));
  await act(() => result.current.submit({ a: 1 }, answering("retry")));
  await act(() => result.current.submit({ a: 1 }, answering("retry")));
  expect(keyOf(fetch, 0)).toMatch(/^[0-9a-f]{32}-[0-9a-z]+$/);
  expect(keyOf(fetch, 1)).toBe(keyOf(fetch, 0));
});

test.each<[string, object, AfterReply]>([
  ["when the body changes", { a: 2 }, "retry"],
  ["after an answer that ends the request", { a: 1 }, "renew"],
])("the key is new %s", async (_name, secondBody, after) => {
  const fetch = stubFetch();
  const { result } = renderHook(() => useSubmission("veg"));
  await act(() => result.current.submit({ a: 1 }, answering(after)));
  await act(() => result.current.submit(secondBody, answering(after)));
  expect(keyOf(fetch, 1)).not.toBe(keyOf(fetch, 0));
});

test("a reloaded form has the same key for the same body until it has succeeded", async () => {
  const fetch = stubFetch();
  for (const after of ["blocked", "completed", "retry"] as const) {
    const { result } = renderHook(() => useSubmission("combos"));
    await act(() => result.current.submit({ a: 1 }, answering(after)));
  }
  expect(keyOf(fetch, 1)).toBe(keyOf(fetch, 0));
  expect(keyOf(fetch, 2)).not.toBe(keyOf(fetch, 1));
});

test.each([
  ["unreachable", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["serverError", async () => new Response("", { status: 503 })],
  ["rejected", async () => new Response("", { status: 422 })],
  ["rejected", async () => Response.json({ status: "error" })],
])("the failure (%s) is set until the next attempt", async (failure, reply) => {
  stubFetch(reply);
  const { result } = renderHook(() => useSubmission("veg"));
  await act(() => result.current.submit({}, answering("retry")));
  expect(result.current.failure).toBe(failure);
  act(() => void result.current.submit({}, answering("retry")));
  expect(result.current.failure).toBeNull();
  await act(async () => {});
});

test.each(["completed", "blocked"] as const)("a form that is %s sends nothing", async (after) => {
  const fetch = stubFetch();
  const { result } = renderHook(() => useSubmission("veg"));
  await act(() => result.current.submit({}, answering(after)));
  expect(result.current.phase).toBe("disabled");
  await act(() => result.current.submit({}, answering(after)));
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a reply that cannot be read is a failure", async () => {
  stubFetch(async () => new Response("<html>"));
  const onFailure = vi.fn((_error: Error): AfterReply => "retry");
  const { result } = renderHook(() => useSubmission("veg"));
  const onReply = async (reply: Response): Promise<AfterReply> => (await reply.json()) && "renew";
  await act(() => result.current.submit({}, { onReply, onFailure }));
  expect(String(onFailure.mock.calls[0]?.[0])).toContain("SyntaxError");
  expect(result.current.failure).toBe("serverError");
  expect(result.current.phase).toBe("idle");
});

test.each([
  ["read by the handler", (reply: Response) => reply.json()],
  ["left by the handler", () => undefined],
])("a reply's messages are read from a copy of its body, which is %s", async (_name, use) => {
  stubFetch(async () => Response.json({ status: "success", message: "Thank you!", reference: "OT-7K2M9QX" }));
  const heard: ReplyMessages[] = [];
  const { result } = renderHook(() => useSubmission("tray"));
  await act(() =>
    result.current.submit(
      {},
      {
        onReply: async (reply, words): Promise<AfterReply> => {
          await use(reply);
          void words.then((told) => heard.push(told));
          return "renew";
        },
        onFailure: () => "retry",
      },
    ),
  );
  await waitFor(() => expect(heard).toEqual([{ message: "Thank you!", reference: "OT-7K2M9QX" }]));
});

test("a body that never ends does not delay a form that reads only the status", async () => {
  vi.useFakeTimers();
  const cancel = vi.fn();
  stubFetch(async () => new Response(new ReadableStream({ cancel })));
  const { result } = renderHook(() => useSubmission("tray"));
  await act(() => result.current.submit({}, answering("renew")));
  expect(result.current.phase).toBe("idle");
  // The background gives up without a word, and lets the connection go.
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(cancel).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

/** A server that never answers: the call ends only with its signal. */
function stubSilence() {
  return stubFetch(function silence() {
    const signal = vi.mocked(fetch).mock.lastCall?.[1]?.signal;
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
}

test("a call without a response after 30 s fails with a message for the visitor", async () => {
  vi.useFakeTimers();
  stubSilence();
  const onFailure = vi.fn((_error: Error): AfterReply => "retry");
  const { result } = renderHook(() => useSubmission("veg"));
  act(() => void result.current.submit({ a: 1 }, { onReply: () => "renew", onFailure }));
  await act(() => vi.advanceTimersByTimeAsync(29_999));
  expect(result.current.phase).toBe("sending");
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(onFailure.mock.calls).toEqual([[new Error("No reply came in time. Please try again.")]]);
  expect(result.current.phase).toBe("idle");
});

test("the key is the same on a retry after a timeout", async () => {
  vi.useFakeTimers();
  const fetch = stubSilence();
  const { result } = renderHook(() => useSubmission("veg"));
  for (let call = 0; call < 2; call++) {
    act(() => void result.current.submit({ a: 1 }, answering("retry")));
    await act(() => vi.advanceTimersByTimeAsync(30_000));
  }
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(keyOf(fetch, 1)).toBe(keyOf(fetch, 0));
});

test("a response in time clears the timer", async () => {
  vi.useFakeTimers();
  stubFetch();
  const { result } = renderHook(() => useSubmission("veg"));
  await act(() => result.current.submit({}, answering("renew")));
  expect(vi.getTimerCount()).toBe(0);
});
