import "~/shared/styles/base.css";
import "~/shared/pictures/tones.css";
import "~/shared/styles/print.css";
import "~/shared/styles/withoutCode.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { ErrorBoundary } from "~/shared/ui/ErrorBoundary";
import { ErrorScreen } from "~/storefront/features/chrome/ErrorScreen";
import { replayed, stopRecording } from "~/storefront/hydration/earlyEvents";
import { loadPage, preloadPage, routeAt } from "~/storefront/routes/pages";
import { pathInApp, preloadOnIntent } from "~/storefront/routes/preloadOnIntent";
import { ignoreDoubleClicks } from "~/storefront/session/ignoreDoubleClicks";
import { App } from "../App";

/** In ms. */
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
 * Takes over the prerendered page once the code of its screen is here, so that nothing flashes; settles when it answers.
 * Rejects where that code does not arrive: the page stays as it is, with what was typed into it.
 */
export async function hydrate(root: HTMLElement): Promise<void> {
  const route = routeAt(pathInApp(new URL(window.location.href)) ?? "/");
  if (route) {
    await preloadPage(route); // asks anew where it has failed before
    await loadPage(route);
  }
  ignoreDoubleClicks();
  if (root.firstElementChild) hydrateRoot(root, tree);
  else createRoot(root).render(tree);
  preloadOnIntent();
  await Promise.race([replayed, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
  // Where no screen came that ends it (routes/PageOutlet), as when drawing it broke.
  stopRecording();
}
