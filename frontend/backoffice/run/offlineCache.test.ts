import { afterEach, expect, it, vi } from "vitest";
import { keepThisPage } from "./keeping";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("keeps a run on a phone whose clock is days away from the server's, and lets it go after its day", async () => {
  const kept = new Map<string, Response>();
  const fetched = () =>
    Promise.resolve(new Response("run", { headers: { Date: "Mon, 07 Dec 2026 07:00:00 GMT" } }));
  const pages = {
    addAll: async () => undefined,
    add: async (name: string) => kept.set(name, await fetched()),
    put: async (name: string, reply: Response) => kept.set(name, reply),
    keys: async () => [...kept.keys()],
    match: async (name: string) => kept.get(name),
    delete: async (name: string) => kept.delete(name),
  };
  vi.stubGlobal("caches", { open: async () => pages });
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("navigator", {
    serviceWorker: { register: async () => undefined, ready: Promise.resolve() },
  });
  vi.useFakeTimers({ now: Date.parse("2026-12-10T07:00:00Z") });
  await keepThisPage("/worker.js", "/");
  expect([...kept.keys()]).toEqual([location.pathname]);
  kept.set("/older", new Response("", { headers: { Date: new Date().toUTCString() } }));
  vi.setSystemTime("2026-12-11T07:00:00Z");
  await keepThisPage("/worker.js", "/");
  expect([...kept.keys()]).toEqual([location.pathname]);
});
