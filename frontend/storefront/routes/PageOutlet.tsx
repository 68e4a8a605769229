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

/** Waits (suspends) while the screen's code is on its way. */
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

/** Stands behind the screen, because effects run in that order. */
function ReplayEarlyEvents() {
  useReplayEarlyEvents();
  return null;
}
