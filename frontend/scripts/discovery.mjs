/** Files for search engines and home screens. */

/** robots.txt, which is valid only at the root of a host, excludes the staff pages. */
export function robotsTxt(sitemapAddress) {
  return `User-agent: *\nDisallow: /backoffice/\n\nSitemap: ${sitemapAddress}\n`;
}

/** sitemap.xml with the URLs that search engines may list. */
export function sitemapXml(addresses) {
  const urls = addresses.map((address) => `  <url><loc>${address.replaceAll("&", "&amp;")}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("")}</urlset>
`;
}

/** The value of a token in theme.css: "--paper" -> "#fffaf2". */
export function token(themeCss, name) {
  const value = themeCss.match(new RegExp(`${name}:\\s*([^;]+);`))?.[1];
  if (!value) throw new Error(`shared/styles/theme.css has no token ${name}.`);
  return value;
}

/** The web manifest: how the site looks on a phone's home screen. */
export function webManifest({ brand, base, colour }) {
  const icon = (file, size, purpose) => ({
    src: `${base}${file}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return {
    id: base,
    name: brand.name,
    short_name: brand.name,
    description: brand.tagline,
    lang: "en-IN",
    start_url: base,
    scope: base,
    display: "browser",
    theme_color: colour,
    background_color: colour,
    icons: [
      icon("icon-192.png", 192, "any"),
      icon("icon-512.png", 512, "any"),
      icon("icon-maskable-512.png", 512, "maskable"),
    ],
  };
}

/** JSON for a script element; "<" is escaped, so that no text in it can end the element. */
export function jsonForHtml(data) {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

/** A JSON-LD data block; empty without data. */
export function dataBlock(data) {
  return data === undefined ? "" : `<script type="application/ld+json">${jsonForHtml(data)}</script>`;
}
