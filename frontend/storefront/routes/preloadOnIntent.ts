import { preloadPage, routeAt } from "./pages";
import type { RouteEntry } from "./table";

const base = import.meta.env.BASE_URL;

/** The path of an internal URL within the app; undefined for any other URL. */
export function pathInApp(url: URL): string | undefined {
  if (url.origin !== window.location.origin || !url.pathname.startsWith(base)) return undefined;
  return url.pathname.slice(base.length - 1);
}

function routeOf(link: HTMLAnchorElement | null): RouteEntry | undefined {
  const path = link?.href ? pathInApp(new URL(link.href)) : undefined;
  return path ? routeAt(path) : undefined;
}

function onIntent(event: Event): void {
  const route = routeOf(event.target instanceof Element ? event.target.closest("a") : null);
  if (route) void preloadPage(route);
}

/** Preloads the screen of a link that is hovered, focused or touched: static files only. */
export function preloadOnIntent(): void {
  for (const type of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(type, onIntent, { passive: true });
  }
  for (const type of ["pointermove", "scrollend", "keydown"]) {
    document.addEventListener(type, () => whenIdle(preloadInView), { passive: true, once: true });
  }
}

/**
 * After the visitor's first interaction, preloads the screens of the links in view, one after another and when idle. Not
 * in data-saving mode.
 */
async function preloadInView(): Promise<void> {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  for (const link of document.links) {
    const route = link instanceof HTMLAnchorElement && isInView(link) ? routeOf(link) : undefined;
    if (route) await preloadPage(route);
  }
}

function isInView(link: Element): boolean {
  const { top, bottom, width } = link.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < window.innerHeight;
}

/** Safari has no requestIdleCallback. */
function whenIdle(task: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(task);
  else setTimeout(task, 200);
}
