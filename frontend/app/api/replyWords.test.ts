import { afterEach, expect, test, vi } from "vitest";
import { readReplyWords } from "./replyWords";

afterEach(() => {
  vi.useRealTimers();
});

const REPLY = { status: "success", message: "Thank you!", reference: "OT-7K2M9QX" };

test("the reference and the sentence of a reply are read", async () => {
  expect(await readReplyWords(Response.json(REPLY))).toEqual({
    reference: "OT-7K2M9QX",
    message: "Thank you!",
  });
});

test.each<[string, BodyInit | null]>([
  ["no body", null],
  ["an empty body", ""],
  ["a page", "<!doctype html><title>OT-7K2M9QX</title>"],
  ["JSON that is cut off", '{"reference": "OT-7K2M9QX"'],
  ["null", "null"],
  ["a list", '["OT-7K2M9QX"]'],
  ["other types", '{"reference": 7, "message": {"text": "Thank you!"}}'],
  ["a reference that is none", '{"reference": "<b>OT</b>"}'],
  ["more than anybody reads", JSON.stringify({ ...REPLY, padding: "x".repeat(70_000) })],
])("%s says nothing", async (_name, body) => {
  expect(await readReplyWords(new Response(body))).toEqual({});
});

test("a body that never ends is given up, and its connection with it", async () => {
  vi.useFakeTimers();
  const cancel = vi.fn();
  const endless = new ReadableStream<Uint8Array>({ cancel });
  const words = readReplyWords(new Response(endless));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await words).toEqual({});
  expect(cancel).toHaveBeenCalledTimes(1);
});

test("a body that breaks off says nothing", async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new TypeError("network error")),
  });
  expect(await readReplyWords(new Response(broken))).toEqual({});
});
