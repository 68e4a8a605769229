// As worker.ts says.
const PAGES = "oottam-runs";
const ASSETS = "oottam-run-assets";
const ASSET = "/static/staff/assets/";

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
  await (await caches.open(PAGES)).add(location.pathname);
}
