import { useLocation } from "react-router";
import { NotFound } from "~/features/chrome/NotFound";
import { site } from "~/lib/site";
import { isBarePath } from "~/paths";

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
