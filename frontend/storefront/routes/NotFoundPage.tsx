import { useLocation } from "react-router";
import { site } from "~/shared/lib/site";
import { NotFound } from "~/storefront/features/chrome/NotFound";
import { isBarePath } from "~/storefront/paths";

/** For every path without a screen; prerendered once for all of them, so it shows nothing of the path. */
export default function NotFoundPage() {
  return (
    <>
      <title>{`Page not found · ${site.brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <NotFound bare={isBarePath(useLocation().pathname)} />
    </>
  );
}
