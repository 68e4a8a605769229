import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type AfterAnswer, useSubmission } from "./useSubmission";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function stubFetch(answer: () => Promise<Response> = async () => Response.json({})) {
  const fetch = vi.fn((_address: string, _options: RequestInit) => answer());
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

const keyOf = (fetch: ReturnType<typeof stubFetch>, call: number) =>
  new Headers(fetch.mock.calls[call]?.[1].headers).get("Idempotency-Key");

const answering = (after: AfterAnswer) => ({ onReply: () => after, onFailure: () => after });

test("a call is a POST of JSON to the contract's path on the same origin", async () => {
  const fetch = stubFetch();
  const { result } = renderHook(() => useSubmission("veg"));
  await act(() => result.current.submit({ a: 1 }, answering("renew")));
  const [address, options] = fetch.mock.calls[0] ?? [];
  expect(address).toBe("/vegmeal-form.php");
  expect(options).toMatchObject({ method: "POST", body: '{"a":1}' });
  expect(new Headers(options?.headers).get("Content-Type")).toBe("application/json");
});

test("a second submit while the first is under way sends nothing", async () => {
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
  expect(keyOf(fetch, 0)).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf(fetch, 1)).toBe(keyOf(fetch, 0));
});

test.each<[string, object, AfterAnswer]>([
  ["when the body changes", { a: 2 }, "retry"],
  ["after an answer that ends the request", { a: 1 }, "renew"],
])("the key is new %s", async (_name, secondBody, after) => {
  const fetch = stubFetch();
  const { result } = renderHook(() => useSubmission("veg"));
  await act(() => result.current.submit({ a: 1 }, answering(after)));
  await act(() => result.current.submit(secondBody, answering(after)));
  expect(keyOf(fetch, 1)).not.toBe(keyOf(fetch, 0));
});

test("a form that is shut sends nothing more", async () => {
  const fetch = stubFetch();
  const { result } = renderHook(() => useSubmission("veg"));
  await act(() => result.current.submit({}, answering("shut")));
  expect(result.current.phase).toBe("shut");
  await act(() => result.current.submit({}, answering("shut")));
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a reply that cannot be read is a failure", async () => {
  stubFetch(async () => new Response("<html>"));
  const onFailure = vi.fn((_error: Error): AfterAnswer => "retry");
  const { result } = renderHook(() => useSubmission("veg"));
  const onReply = async (reply: Response): Promise<AfterAnswer> => (await reply.json()) && "renew";
  await act(() => result.current.submit({}, { onReply, onFailure }));
  expect(String(onFailure.mock.calls[0]?.[0])).toContain("SyntaxError");
  expect(result.current.phase).toBe("idle");
});

test("the body of a reply is read to its end even where only the status counts", async () => {
  const reply = Response.json({ status: "success" });
  stubFetch(async () => reply);
  const { result } = renderHook(() => useSubmission("combos"));
  await act(() => result.current.submit({}, answering("renew")));
  expect(reply.bodyUsed).toBe(true);
});

/** A server that never answers: the call ends only with its signal. */
function stubSilence() {
  return stubFetch(function silence() {
    const signal = vi.mocked(fetch).mock.lastCall?.[1]?.signal;
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
}

test("a call that has no answer after 30 s is a failure with a sentence for the visitor", async () => {
  vi.useFakeTimers();
  stubSilence();
  const onFailure = vi.fn((_error: Error): AfterAnswer => "retry");
  const { result } = renderHook(() => useSubmission("veg"));
  act(() => void result.current.submit({ a: 1 }, { onReply: () => "renew", onFailure }));
  await act(() => vi.advanceTimersByTimeAsync(29_999));
  expect(result.current.phase).toBe("sending");
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(onFailure.mock.calls).toEqual([[new Error("No answer came in time. Please try again.")]]);
  expect(result.current.phase).toBe("idle");
});

test("the key is kept when the visitor tries again after the time ran out", async () => {
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

test("an answer that came in time leaves no timer behind", async () => {
  vi.useFakeTimers();
  stubFetch();
  const { result } = renderHook(() => useSubmission("veg"));
  await act(() => result.current.submit({}, answering("renew")));
  expect(vi.getTimerCount()).toBe(0);
});
