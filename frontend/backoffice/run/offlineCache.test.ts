import { afterEach, expect, it, vi } from "vitest";
import { cacheThisPage } from "./offlineCache";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("dates a cached run by the phone's clock and deletes it after its day", async () => {
  const cached = new Map<string, Response>();
  const fetched = () =>
    Promise.resolve(new Response("run", { headers: { Date: "Mon, 07 Dec 2026 07:00:00 GMT" } }));
  const pages = {
    addAll: async () => undefined,
    add: async (name: string) => cached.set(name, await fetched()),
    put: async (name: string, response: Response) => cached.set(name, response),
    keys: async () => [...cached.keys()],
    match: async (name: string) => cached.get(name),
    delete: async (name: string) => cached.delete(name),
  };
  vi.stubGlobal("caches", { open: async () => pages });
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("navigator", {
    serviceWorker: { register: async () => undefined, ready: Promise.resolve() },
  });
  vi.useFakeTimers({ now: Date.parse("2026-12-10T07:00:00Z") });
  await cacheThisPage("/worker.js", "/");
  expect([...cached.keys()]).toEqual([location.pathname]);
  cached.set("/older", new Response("", { headers: { Date: new Date().toUTCString() } }));
  vi.setSystemTime("2026-12-11T07:00:00Z");
  await cacheThisPage("/worker.js", "/");
  expect([...cached.keys()]).toEqual([location.pathname]);
});
