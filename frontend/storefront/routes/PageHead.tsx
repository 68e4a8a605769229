import { publicUrl } from "~/shared/lib/publicUrl";
import { site } from "~/shared/lib/site";
import type { RouteEntry } from "./table";
import { shareAlt } from "./titles";

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
