/**
 * Keeps the runs that a rider has opened, and what their pages are drawn with, so that they open without network. What
 * is kept of a run goes after its day, and when somebody logs out.
 */
interface Waiting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Waiting {
  readonly request: Request;
  respondWith(reply: Promise<Response>): void;
}
/** The little of a service worker's world that is needed: TypeScript has its whole only in place of the page's. */
interface Scope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", heard: (event: Waiting) => void): void;
  addEventListener(name: "fetch", heard: (event: Fetching) => void): void;
}

const scope = self as unknown as Scope;
// As keeping.ts says.
const PAGES = "oottam-runs";
const ASSETS = "oottam-run-assets";
const KEPT_MS = 18 * 60 * 60 * 1000;
const RUN = /^\/backoffice\/runs\/(?:[0-9]+|mine)\/$/;
const ASSET = /^\/static\/staff\/assets\//;
const LOG_OUT = "/backoffice/logout/";

scope.addEventListener("install", () => void scope.skipWaiting());
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (origin !== scope.location.origin) return;
  if (pathname === LOG_OUT) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (ASSET.test(pathname)) event.respondWith(asset(request));
  else if (request.mode === "navigate" && RUN.test(pathname)) event.respondWith(page(request));
});

/** Their names change with what is in them: what is kept is right. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.ok) await (await caches.open(ASSETS)).put(request, reply.clone());
  return reply;
}

/** As the server has it; as it was, where no answer comes. */
async function page(request: Request): Promise<Response> {
  const pages = await caches.open(PAGES);
  try {
    const reply = await fetch(request);
    // A run that is not theirs any more, or a log-in, is no run to keep.
    if (reply.ok && !reply.redirected) await pages.put(request.url, stamped(reply.clone()));
    else if (reply.status === 404 || reply.status === 403)
      await Promise.all([request.url, `${request.url}known`].map((kept) => pages.delete(kept)));
    return reply;
  } catch (error) {
    const kept = await pages.match(request.url);
    const age = Date.now() - Date.parse(kept?.headers.get("Date") ?? "");
    if (kept && age < KEPT_MS) return kept;
    if (kept) await pages.delete(request.url);
    throw error;
  }
}

/** By the phone's clock, which its age is measured by: that may be days away from the server's. As keeping.ts does. */
function stamped(reply: Response): Response {
  const headers = new Headers(reply.headers);
  headers.set("Date", new Date().toUTCString());
  return new Response(reply.body, { headers });
}
