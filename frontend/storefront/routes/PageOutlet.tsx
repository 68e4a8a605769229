import { use } from "react";
import { useLocation } from "react-router";
import { useReplayEarlyEvents } from "~/storefront/hydration/useReplayEarlyEvents";
import NotFoundPage from "./NotFoundPage";
import { PageHead } from "./PageHead";
import { loadPage, routeAt } from "./pages";
import type { RouteEntry } from "./table";

/** The screen at the current path, with its head. */
export function PageOutlet() {
  const route = routeAt(useLocation().pathname);
  if (route) return <RoutedPage route={route} />;
  return (
    <>
      <NotFoundPage />
      <ReplayEarlyEvents />
    </>
  );
}

/** Suspends while the screen's code loads. */
function RoutedPage({ route }: { route: RouteEntry }) {
  const { default: Page, description } = use(loadPage(route));
  return (
    <>
      <PageHead route={route} description={description} />
      <Page />
      <ReplayEarlyEvents />
    </>
  );
}

/** Rendered after the screen, so that its effects run last. */
function ReplayEarlyEvents() {
  useReplayEarlyEvents();
  return null;
}
