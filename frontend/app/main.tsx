import "./styles/base.css";
import "./pictures/tones.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { ErrorScreen } from "~/features/chrome/ErrorScreen";
import { preloadPage, routeAt } from "~/routes/pages";
import { pathInApp, preloadOnIntent } from "~/routes/preloadOnIntent";
import { ErrorBoundary } from "~/ui/ErrorBoundary";
import { App } from "./App";

const tree = (
  <StrictMode>
    <ErrorBoundary fallback={<ErrorScreen />}>
      <BrowserRouter basename={import.meta.env.BASE_URL} useTransitions={false}>
        <App />
      </BrowserRouter>
    </ErrorBoundary>
  </StrictMode>
);

/** Takes over the prerendered page once the code of its screen is here, so that nothing flashes. */
async function start(): Promise<void> {
  const route = routeAt(pathInApp(new URL(window.location.href)) ?? "/");
  if (route) await preloadPage(route);
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root element.");
  if (root.firstElementChild) hydrateRoot(root, tree);
  else createRoot(root).render(tree);
  preloadOnIntent();
}

void start();
