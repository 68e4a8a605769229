import type { Run } from "./run";

// The same names as in worker.ts, which deletes the pages when the user logs out.
const PAGES = "oottam-runs";
const ASSETS = "oottam-run-assets";
const ASSET = "/static/staff/assets/";
const LOG_OUT = "/backoffice/logout/";
const STORAGE_TIMEOUT_MS = 2000;
const MAX_AGE_MS = 18 * 60 * 60 * 1000;

/**
 * Registers the service worker and caches this page and its assets, which were fetched before the worker took control.
 * Does nothing in browsers without service workers.
 */
export async function cacheThisPage(worker: string, scope: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(worker, { scope });
  await navigator.serviceWorker.ready;
  const fetched = performance.getEntriesByType("resource").map((entry) => entry.name);
  const assets = await caches.open(ASSETS);
  await assets.addAll(fetched.filter((address) => new URL(address).pathname.startsWith(ASSET)));
  const pages = await caches.open(PAGES);
  const response = await fetch(location.pathname);
  if (response.ok && !response.redirected) await pages.put(location.pathname, withCurrentDate(response));
  for (const request of await pages.keys()) {
    const cached = Date.parse((await pages.match(request))?.headers.get("Date") ?? "");
    if (Date.now() - cached > MAX_AGE_MS) await pages.delete(request);
  }
}

/** Dates a response by the phone's clock, which also measures its age; the server's may be days away. As in worker.ts. */
function withCurrentDate(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("Date", new Date().toUTCString());
  return new Response(response.body, { headers });
}

const snapshotAddress = (run: Run) => `/backoffice/runs/${run.run}/known`;

/** Resolves with `fallback` when storage fails or is slow, so that it delays neither sync nor rendering. */
function withTimeout<T>(operation: Promise<T>, fallback: T): Promise<T> {
  const timeout = new Promise<T>((resolve) => setTimeout(() => resolve(fallback), STORAGE_TIMEOUT_MS));
  return Promise.race([operation.catch(() => fallback), timeout]);
}

let isLoggingOut = false;
addEventListener("submit", ({ target }) => {
  isLoggingOut ||= target instanceof HTMLFormElement && new URL(target.action).pathname === LOG_OUT;
});

/**
 * Stores the run with the events that the server has accepted. Does nothing after a log-out, here or in another tab:
 * the worker has deleted the cached runs by then.
 */
export async function storeSnapshot(run: Run): Promise<void> {
  if (!("caches" in window)) return;
  await withTimeout(putSnapshot(run), undefined);
}

async function putSnapshot(run: Run): Promise<void> {
  if (!(await caches.has(PAGES)) || isLoggingOut) return;
  const pages = await caches.open(PAGES);
  await pages.put(snapshotAddress(run), withCurrentDate(new Response(JSON.stringify(run))));
}

/** The newer of the loaded run and the cached one: a page that was opened without network is older than its snapshot. */
export async function latestSnapshot(loaded: Run): Promise<Run> {
  if (!("caches" in window)) return loaded;
  const snapshot = await withTimeout(
    caches
      .match(snapshotAddress(loaded))
      .then((cached) => (cached ? (cached.json() as Promise<Run>) : loaded)),
    loaded,
  );
  return snapshot.asOf >= loaded.asOf ? { ...snapshot, account: loaded.account } : loaded;
}
