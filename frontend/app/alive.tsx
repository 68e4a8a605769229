import "./styles/base.css";
import "./pictures/tones.css";
import "./styles/print.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { wasInterrupted } from "~/api/interrupted";
import { ErrorScreen } from "~/features/chrome/ErrorScreen";
import { answering, endEarlyPresses } from "~/lib/earlyPresses";
import { ignoreSecondPresses } from "~/lib/secondPress";
import { preloadPage, routeAt } from "~/routes/pages";
import { pathInApp, preloadOnIntent } from "~/routes/preloadOnIntent";
import { ErrorBoundary } from "~/ui/ErrorBoundary";
import { showPopup } from "~/ui/popup";
import { App } from "./App";

/** In ms. */
const LONGEST_HYDRATION = 3000;

/** Where the page was loaded anew before the answer came. */
const INTERRUPTED =
  "You left while we were sending. If an email from us arrives, we have your request. If not, please send it again.";

const tree = (
  <StrictMode>
    <ErrorBoundary fallback={<ErrorScreen />}>
      <BrowserRouter basename={import.meta.env.BASE_URL} useTransitions={false}>
        <App />
      </BrowserRouter>
    </ErrorBoundary>
  </StrictMode>
);

/** Takes over the prerendered page once the code of its screen is here, so that nothing flashes; settles when it answers. */
export async function comeAlive(root: HTMLElement): Promise<void> {
  const route = routeAt(pathInApp(new URL(window.location.href)) ?? "/");
  if (route) await preloadPage(route);
  ignoreSecondPresses();
  if (root.firstElementChild) hydrateRoot(root, tree);
  else createRoot(root).render(tree);
  preloadOnIntent();
  await Promise.race([answering, new Promise((done) => setTimeout(done, LONGEST_HYDRATION))]);
  // Where no screen came that ends it (routes/PageOutlet), as when its code could not be fetched.
  endEarlyPresses();
  if (wasInterrupted()) showPopup({ kind: "error", text: INTERRUPTED, durationMs: 10_000 });
}
