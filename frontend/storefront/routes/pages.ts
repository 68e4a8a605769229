import { matchPath } from "react-router";
import { type Page, type RouteEntry, routeTable } from "./table";

/** A promise that tells React at once when it is fulfilled, so that `use` need not suspend to find out. */
type PagePromise = Promise<Page> & { status?: "fulfilled"; value?: Page };

const promises = new Map<RouteEntry, PagePromise>();
const failed = new Set<RouteEntry>();

/** The screen at a path (relative to the base path, in any letter case), or undefined where there is none. */
export function routeAt(pathname: string): RouteEntry | undefined {
  return routeTable.find((route) => matchPath(route.path, pathname));
}

/**
 * The screen's code, fetched once: always the same promise, a failed one included, as React's `use` needs.
 * Once it has arrived the screen is drawn without suspending, during hydration too.
 */
export function loadPage(route: RouteEntry): Promise<Page> {
  const existing = promises.get(route);
  if (existing) return existing;
  const promise: PagePromise = route.page().then(
    (page) => {
      promise.status = "fulfilled";
      promise.value = page;
      return page;
    },
    (error: unknown) => {
      failed.add(route);
      throw error;
    },
  );
  promises.set(route, promise);
  return promise;
}

/** Fetches a screen's code anew. Where the browser remembers that it failed (most do), only a new page load helps. */
export async function fetchPageAgain(route: RouteEntry | undefined): Promise<void> {
  if (!route) return;
  await preloadPage(route);
  if (failed.has(route)) window.location.reload();
}

/** Fetches the code ahead of need; after a failure it asks anew. Never rejects. */
export async function preloadPage(route: RouteEntry): Promise<void> {
  if (failed.delete(route)) promises.delete(route);
  await loadPage(route).catch(() => undefined);
}
