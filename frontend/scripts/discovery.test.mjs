import { expect, test } from "vitest";
import { dataBlock, robotsTxt, sitemapXml, token, webManifest } from "./discovery.mjs";

test("robots.txt keeps the back office out and names the sitemap by its whole address", () => {
  expect(robotsTxt("https://cafe.example/order/sitemap.xml")).toBe(
    "User-agent: *\nDisallow: /backoffice/\n\nSitemap: https://cafe.example/order/sitemap.xml\n",
  );
});

test("the sitemap lists each address", () => {
  expect(sitemapXml(["https://cafe.example/order/", "https://cafe.example/order/a&b"])).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://cafe.example/order/</loc></url>
  <url><loc>https://cafe.example/order/a&amp;b</loc></url>
</urlset>
`,
  );
});

test("the manifest takes the cafe's name and the theme's colour", () => {
  const manifest = webManifest({
    brand: { name: "Cafe", tagline: "Food." },
    base: "/order/",
    colour: "#fffaf2",
  });
  expect(manifest).toMatchObject({ name: "Cafe", start_url: "/order/", theme_color: "#fffaf2" });
  expect(manifest.icons.map(({ src }) => src)).toEqual([
    "/order/icon-192.png",
    "/order/icon-512.png",
    "/order/icon-maskable-512.png",
  ]);
});

test("a token that is missing stops the build", () => {
  expect(() => token(":root {}", "--paper")).toThrow("no token --paper");
});

test("no text can end a data block", () => {
  expect(dataBlock({ name: "</script><script>" })).toBe(
    '<script type="application/ld+json">{"name":"\\u003c/script>\\u003cscript>"}</script>',
  );
  expect(dataBlock(undefined)).toBe("");
});
