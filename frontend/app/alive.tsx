import "./styles/base.css";
import "./pictures/tones.css";
import "./styles/print.css";
import "./styles/withoutCode.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { ErrorScreen } from "~/features/chrome/ErrorScreen";
import { answering, endEarlyPresses } from "~/lib/earlyPresses";
import { ignoreSecondPresses } from "~/lib/secondPress";
import { loadPage, preloadPage, routeAt } from "~/routes/pages";
import { pathInApp, preloadOnIntent } from "~/routes/preloadOnIntent";
import { ErrorBoundary } from "~/ui/ErrorBoundary";
import { App } from "./App";

/** In ms. */
const LONGEST_HYDRATION = 3000;

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
export async function comeAlive(root: HTMLElement): Promise<void> {
  const route = routeAt(pathInApp(new URL(window.location.href)) ?? "/");
  if (route) {
    await preloadPage(route); // asks anew where it has failed before
    await loadPage(route);
  }
  ignoreSecondPresses();
  if (root.firstElementChild) hydrateRoot(root, tree);
  else createRoot(root).render(tree);
  preloadOnIntent();
  await Promise.race([answering, new Promise((done) => setTimeout(done, LONGEST_HYDRATION))]);
  // Where no screen came that ends it (routes/PageOutlet), as when drawing it broke.
  endEarlyPresses();
}
