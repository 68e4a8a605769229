import type { Run } from "./run";

// As worker.ts says: what is kept there goes when somebody logs out.
const PAGES = "oottam-runs";
const ASSETS = "oottam-run-assets";
const ASSET = "/static/staff/assets/";
const LOG_OUT = "/backoffice/logout/";
const PATIENCE_MS = 2000;
const KEPT_MS = 18 * 60 * 60 * 1000;

/**
 * From here on this page opens without network: its worker takes over, and is left what was fetched before it did.
 * Where a browser keeps nothing, the page needs the network to open.
 */
export async function keepThisPage(worker: string, scope: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(worker, { scope });
  await navigator.serviceWorker.ready;
  const fetched = performance.getEntriesByType("resource").map((entry) => entry.name);
  const assets = await caches.open(ASSETS);
  await assets.addAll(fetched.filter((address) => new URL(address).pathname.startsWith(ASSET)));
  const pages = await caches.open(PAGES);
  const reply = await fetch(location.pathname);
  if (reply.ok && !reply.redirected) await pages.put(location.pathname, stamped(reply));
  for (const request of await pages.keys()) {
    const kept = Date.parse((await pages.match(request))?.headers.get("Date") ?? "");
    if (Date.now() - kept > KEPT_MS) await pages.delete(request);
  }
}

/** By the phone's clock, which its age is measured by: that may be days away from the server's. As worker.ts does. */
function stamped(reply: Response): Response {
  const headers = new Headers(reply.headers);
  headers.set("Date", new Date().toUTCString());
  return new Response(reply.body, { headers });
}

const knownAddress = (run: Run) => `/backoffice/runs/${run.run}/known`;

/** A phone that is slow to store holds up neither what is sent nor what is shown. */
function soon<T>(work: Promise<T>, otherwise: T): Promise<T> {
  const enough = new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), PATIENCE_MS));
  return Promise.race([work.catch(() => otherwise), enough]);
}

let isLoggingOut = false;
addEventListener("submit", ({ target }) => {
  isLoggingOut ||= target instanceof HTMLFormElement && new URL(target.action).pathname === LOG_OUT;
});

/**
 * Stores the run as this phone knows it: the server's last word, with what it has counted since. Not once somebody logs
 * out, here or in another tab: the worker has deleted all of it then.
 */
export async function storeKnown(run: Run): Promise<void> {
  if (!("caches" in window)) return;
  await soon(put(run), undefined);
}

async function put(run: Run): Promise<void> {
  if (!(await caches.has(PAGES)) || isLoggingOut) return;
  const pages = await caches.open(PAGES);
  await pages.put(knownAddress(run), stamped(new Response(JSON.stringify(run))));
}

/** What a page was loaded with, or what this phone knows, where the page is an older one: opened without network. */
export async function latestKnown(loaded: Run): Promise<Run> {
  if (!("caches" in window)) return loaded;
  const known = await soon(
    caches.match(knownAddress(loaded)).then((kept) => (kept ? (kept.json() as Promise<Run>) : loaded)),
    loaded,
  );
  return known.asOf >= loaded.asOf ? { ...known, account: loaded.account } : loaded;
}
