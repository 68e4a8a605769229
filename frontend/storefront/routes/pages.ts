import { matchPath } from "react-router";
import { type Page, type RouteEntry, routeTable } from "./table";

/** A promise with the fields by which React's `use` reads a fulfilled value without suspending. */
type PagePromise = Promise<Page> & { status?: "fulfilled"; value?: Page };

const promises = new Map<RouteEntry, PagePromise>();
const failed = new Set<RouteEntry>();

/** The screen at a path (relative to the base path, in any letter case), or undefined. */
export function routeAt(pathname: string): RouteEntry | undefined {
  return routeTable.find((route) => matchPath(route.path, pathname));
}

/**
 * Loads the screen's code once: always the same promise, even a rejected one, as React's `use` requires. A loaded screen
 * renders without suspending, also during hydration.
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

/** Fetches a screen's code again. Most browsers cache a failed import: then only a reload helps. */
export async function fetchPageAgain(route: RouteEntry | undefined): Promise<void> {
  if (!route) return;
  await preloadPage(route);
  if (failed.has(route)) window.location.reload();
}

/** Preloads the code, again after a failure. Never rejects. */
export async function preloadPage(route: RouteEntry): Promise<void> {
  if (failed.delete(route)) promises.delete(route);
  await loadPage(route).catch(() => undefined);
}
