/*
 * How a prerendered page becomes interactive. main.tsx, the only script of the HTML, starts recording clicks (earlyEvents),
 * delays the load event (delayLoadEvent) and waits until the first view is painted (firstView), so that code does not
 * compete with the largest picture. It then preloads the page's chunks and imports this module, which loads the screen's
 * code and hydrates. When a field mounts, it keeps what was typed before (shared/ui/useDomValue); when the screen
 * has mounted, useReplayEarlyEvents replays checkboxes and clicks. Content that depends on storage or history state
 * renders only after that (useHydrated).
 */
import "~/shared/styles/base.css";
import "~/shared/pictures/tones.css";
import "~/shared/styles/print.css";
import "~/shared/styles/withoutCode.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { keepNumbersOnWheel } from "~/shared/lib/keepNumbersOnWheel";
import { ErrorBoundary } from "~/shared/ui/ErrorBoundary";
import { ErrorScreen } from "~/storefront/features/chrome/ErrorScreen";
import { replayed, stopRecording } from "~/storefront/hydration/earlyEvents";
import { loadPage, preloadPage, routeAt } from "~/storefront/routes/pages";
import { pathInApp, preloadOnIntent } from "~/storefront/routes/preloadOnIntent";
import { ignoreDoubleClicks } from "~/storefront/session/ignoreDoubleClicks";
import { App } from "../App";

const TIMEOUT_MS = 3000;

const reload = () => window.location.reload();

const tree = (
  <StrictMode>
    <ErrorBoundary fallback={() => <ErrorScreen retry={reload} />}>
      <BrowserRouter basename={import.meta.env.BASE_URL} useTransitions={false}>
        <App />
      </BrowserRouter>
    </ErrorBoundary>
  </StrictMode>
);

/**
 * Hydrates the prerendered page after the code of its screen has loaded, so that nothing flashes; resolves when it is
 * interactive. Rejects when the code fails to load: the page stays as it is, with everything typed into it.
 */
export async function hydrate(root: HTMLElement): Promise<void> {
  const route = routeAt(pathInApp(new URL(window.location.href)) ?? "/");
  if (route) {
    await preloadPage(route); // fetches again after a failure
    await loadPage(route);
  }
  ignoreDoubleClicks();
  keepNumbersOnWheel();
  if (root.firstElementChild) hydrateRoot(root, tree);
  else createRoot(root).render(tree);
  preloadOnIntent();
  await Promise.race([replayed, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
  // In case no screen has ended it (routes/PageOutlet), as after a render error.
  stopRecording();
}
