import { StrictMode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router";
import { publicUrl } from "~/shared/lib/publicUrl";
import { site } from "~/shared/lib/site";
import { ErrorBoundary } from "~/shared/ui/ErrorBoundary";
import { bareNotFoundPaths } from "~/storefront/paths";
import { OldBrowserNotice } from "~/storefront/product/WithoutScript";
import { loadPage, routeAt } from "~/storefront/routes/pages";
import { type Page, routeTable } from "~/storefront/routes/table";
import { structuredData } from "~/storefront/structuredData/structuredData";
import { App } from "./App";

/** Every module that may be a screen, by file, to find the file, and so the chunks, of a route. */
const screenFiles = import.meta.glob<Partial<Page>>(["./{features,routes}/**/*.tsx", "!./**/*.test.tsx"]);

/** A path that no screen will ever have. */
const nowhere = "/not-found";

export const pagePaths = routeTable.map((route) => route.path);
export { bareNotFoundPaths, nowhere, publicUrl, site };

/** After #root on every page: its links must not precede the skip link. */
export const notice = renderToStaticMarkup(<OldBrowserNotice />);

/** Addresses of the screens that search engines may list. */
export const listedAddresses = routeTable
  .filter((route) => !route.noindex)
  .map(({ path }) => publicUrl(path));

/** Structured data of the screen at a path; undefined for unlisted screens. */
export function structuredDataAt(path: string): object | undefined {
  const route = routeAt(path);
  return route && structuredData(route);
}

/** The screen's source file, as in the manifest; undefined without a screen at the path. */
export async function sourceOf(path: string): Promise<string | undefined> {
  const route = routeAt(path);
  if (!route) return undefined;
  const page = await loadPage(route);
  for (const [file, load] of Object.entries(screenFiles)) {
    if ((await load()).default === page.default) return file.replace("./", "storefront/");
  }
  throw new Error(`The page at ${path} is not the default export of a module in features or routes.`);
}

/** Titles, meta tags and preloads that React puts before the content of a fragment. */
const hoisted = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/;

/** Renders one screen to HTML: the head's tags, and the content of #root. */
export async function render(path: string): Promise<{ head: string; body: string }> {
  const route = routeAt(path);
  if (route) await loadPage(route);
  const base = import.meta.env.BASE_URL;
  const { prelude } = await prerender(
    <StrictMode>
      <ErrorBoundary fallback={() => null}>
        <StaticRouter basename={base} location={base + path.slice(1)}>
          <App />
        </StaticRouter>
      </ErrorBoundary>
    </StrictMode>,
    {
      // Otherwise React would stream large content by <template> and inline scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  const html = await new Response(prelude).text();
  const head = hoisted.exec(html)?.[0] ?? "";
  return { head, body: html.slice(head.length) };
}
