import { use } from "react";
import { useLocation } from "react-router";
import { publicUrl } from "~/shared/lib/publicUrl";
import { site } from "~/shared/lib/site";
import { NotFound } from "~/storefront/features/chrome/NotFound";
import { useReplayEarlyEvents } from "~/storefront/hydration/useReplayEarlyEvents";
import { isBarePath } from "~/storefront/paths";
import { loadPage, routeAt } from "./pages";
import type { RouteEntry } from "./table";
import { shareAlt } from "./titles";

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

/** The preview picture of shared links (public/share.jpg): width and height in pixels. */
const share = {
  file: "/share.jpg",
  width: "1200",
  height: "630",
};

/** Title and meta tags of a screen; React moves them into the head. */
export function PageHead({ route, description }: { route: RouteEntry; description: string }) {
  const title = `${route.title} · ${site.brand.name}`;
  const address = publicUrl(route.path);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {route.noindex && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.brand.name} />
      <meta property="og:locale" content="en_IN" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={publicUrl(share.file)} />
      <meta property="og:image:width" content={share.width} />
      <meta property="og:image:height" content={share.height} />
      <meta property="og:image:alt" content={shareAlt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** For every path without a screen; prerendered once for all of them, so it shows nothing of the path. */
function NotFoundPage() {
  return (
    <>
      <title>{`Page not found · ${site.brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <NotFound bare={isBarePath(useLocation().pathname)} />
    </>
  );
}
