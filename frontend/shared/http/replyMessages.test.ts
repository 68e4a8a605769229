import { afterEach, expect, test, vi } from "vitest";
import { readReplyMessages } from "./replyMessages";

afterEach(() => {
  vi.useRealTimers();
});

const REPLY = { status: "success", message: "Thank you!", reference: "OT-7K2M9QX" };

test("the reference and the message of a reply are read", async () => {
  expect(await readReplyMessages(Response.json(REPLY))).toEqual({
    reference: "OT-7K2M9QX",
    message: "Thank you!",
  });
});

const TOKEN = "Ab9_-".repeat(9);
const from = (url: string, body: unknown) =>
  Object.defineProperty(Response.json(body), "url", { value: url });
const here = (path: string) => new URL(path, window.location.origin).href;

test("the status path is read from the page's own host", async () => {
  const reply = from(here("/vegmeal-form.php"), { ...REPLY, statusPath: `/status/${TOKEN}` });
  expect(await readReplyMessages(reply)).toEqual({
    reference: "OT-7K2M9QX",
    message: "Thank you!",
    statusPath: `/status/${TOKEN}`,
  });
});

test.each([
  ["another host", "https://orders.example/vegmeal-form.php", `/status/${TOKEN}`],
  ["nobody knows where", "", `/status/${TOKEN}`],
  ["here, but elsewhere", here("/vegmeal-form.php"), `https://evil.example/status/${TOKEN}`],
  ["here, but to another page", here("/vegmeal-form.php"), `/status/${TOKEN}/again/`],
  ["here, without a token", here("/vegmeal-form.php"), "/status/"],
  ["here, and more", here("/vegmeal-form.php"), `/status/${TOKEN}\n`],
  ["here, too long", here("/vegmeal-form.php"), `/status/${"a".repeat(101)}`],
  ["here, as no text", here("/vegmeal-form.php"), [`/status/${TOKEN}`]],
])("a status path from %s is ignored", async (_name, url, statusPath) => {
  expect(await readReplyMessages(from(url, { reference: "OT-1", statusPath }))).toEqual({
    reference: "OT-1",
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
])("%s yields no messages", async (_name, body) => {
  expect(await readReplyMessages(new Response(body))).toEqual({});
});

test("a body that never ends is cancelled after the timeout", async () => {
  vi.useFakeTimers();
  const cancel = vi.fn();
  const endless = new ReadableStream<Uint8Array>({ cancel });
  const messages = readReplyMessages(new Response(endless));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await messages).toEqual({});
  expect(cancel).toHaveBeenCalledTimes(1);
});

test("a body that breaks off yields no messages", async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new TypeError("network error")),
  });
  expect(await readReplyMessages(new Response(broken))).toEqual({});
});
