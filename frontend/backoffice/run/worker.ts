/**
 * Service worker: caches the run pages that a rider has opened, with their assets, so that they open without network.
 * A cached page expires after its day, and is deleted on log-out.
 */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
/** The needed part of ServiceWorkerGlobalScope: TypeScript's `webworker` library excludes the page's `dom`. */
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(name: "fetch", listener: (event: FetchEvent) => void): void;
}

const scope = self as unknown as WorkerScope;
// The same names as in offlineCache.ts.
const PAGES = "oottam-runs";
const ASSETS = "oottam-run-assets";
const MAX_AGE_MS = 18 * 60 * 60 * 1000;
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
  if (ASSET.test(pathname)) event.respondWith(respondWithAsset(request));
  else if (request.mode === "navigate" && RUN.test(pathname)) event.respondWith(respondWithPage(request));
});

/** Asset names contain a content hash, so a cached asset is never outdated. */
async function respondWithAsset(request: Request): Promise<Response> {
  const cached = await caches.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(ASSETS)).put(request, response.clone());
  return response;
}

/** Network first, then the cached page. */
async function respondWithPage(request: Request): Promise<Response> {
  const pages = await caches.open(PAGES);
  try {
    const response = await fetch(request);
    // A redirect leads to the log-in page; a 403 or 404 is a run that no longer belongs to the rider.
    if (response.ok && !response.redirected) await pages.put(request.url, withCurrentDate(response.clone()));
    else if (response.status === 404 || response.status === 403)
      await Promise.all([request.url, `${request.url}known`].map((cached) => pages.delete(cached)));
    return response;
  } catch (error) {
    const cached = await pages.match(request.url);
    const age = Date.now() - Date.parse(cached?.headers.get("Date") ?? "");
    if (cached && age < MAX_AGE_MS) return cached;
    if (cached) await pages.delete(request.url);
    throw error;
  }
}

/** Dates a response by the phone's clock, which also measures its age. As in offlineCache.ts. */
function withCurrentDate(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("Date", new Date().toUTCString());
  return new Response(response.body, { headers });
}
