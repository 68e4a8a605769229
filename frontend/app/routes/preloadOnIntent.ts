import { preloadPage, routeAt } from "./pages";

const base = import.meta.env.BASE_URL;

/** The path inside the app of one of our own addresses, or undefined for any other. */
export function pathInApp(url: URL): string | undefined {
  if (url.origin !== window.location.origin || !url.pathname.startsWith(base)) return undefined;
  return url.pathname.slice(base.length - 1);
}

function onIntent(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const path = link?.href ? pathInApp(new URL(link.href)) : undefined;
  const route = path ? routeAt(path) : undefined;
  if (route) void preloadPage(route);
}

/** A link that is pointed at, focused or touched fetches its screen's code: static files, nothing else. */
export function preloadOnIntent(): void {
  for (const type of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(type, onIntent, { passive: true });
  }
}
