/**
 * Builds the storefront into dist/site (served under /order), dist/routes.json (the file of each path), and the staff
 * pages' scripts and styles into dist/staff. As for the server, OOTTAM_STOREFRONT names another folder than dist/
 * (within frontend/), OOTTAM_CONTRACT another contract.
 */
import { existsSync } from "node:fs";
import { copyFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, loadEnv } from "vite";
import { callOrigins } from "./callOrigins.mjs";
import { checkPage } from "./checkPage.mjs";
import { dataBlock, robotsTxt, sitemapXml, webManifest } from "./discovery.mjs";
import { licences } from "./licences.mjs";
import { pageLinks, pageTemplate, withoutDrawnIcon } from "./pageLinks.mjs";
import { OWN_PICTURES } from "./pictureFiles.ts";

process.env.NODE_ENV = "production"; // decides which React the prerender loads
const root = fileURLToPath(new URL("..", import.meta.url));
const dist = process.env.OOTTAM_STOREFRONT ?? join(root, "dist");
const site = join(dist, "site");
const started = performance.now();

await rm(dist, { recursive: true, force: true });
await build({ root, logLevel: "warn" });
await build({ root, logLevel: "warn", build: { ssr: "storefront/prerender.tsx" } });
await build({ root, logLevel: "warn", configFile: join(root, "vite.staff.config.ts") });

const app = await import(pathToFileURL(join(dist, "ssr/prerender.js")).href);
const ownIcons = join(OWN_PICTURES, "icons");
if (existsSync(ownIcons)) await cp(ownIcons, site, { recursive: true });
const page = pageTemplate(await readFile(join(site, "index.html"), "utf8"));
const template = existsSync(join(ownIcons, "favicon.ico")) ? withoutDrawnIcon(page) : page;
const manifest = JSON.parse(await readFile(join(site, ".vite/manifest.json"), "utf8"));

/** Prerenders one path into one file of the site. */
async function write(path, file) {
  const { head, body } = await app.render(path);
  const links = pageLinks(manifest, await app.sourceOf(path));
  const data = dataBlock(app.structuredDataAt(path));
  const html = template
    .replace("<!--links-->", () => links.links)
    .replace("<!--head-->", () => head)
    .replace("<!--data-->", () => data)
    .replace("data-code", () => links.code)
    .replace("<!--page-->", () => body);
  checkPage(html, file, site);
  await mkdir(dirname(join(site, file)), { recursive: true });
  await writeFile(join(site, file), html);
}

const themeCss = await readFile(join(root, "shared/styles/theme.css"), "utf8");
const identity = webManifest({ brand: app.site.brand, base: "/order/", themeCss });
await writeFile(join(site, "manifest.json"), JSON.stringify(identity));
await writeFile(join(site, "sitemap.xml"), sitemapXml(app.listedAddresses));

// Files at the root of the host, outside /order.
const robots = robotsTxt(app.publicUrl("/sitemap.xml"));
await mkdir(join(dist, "root"));
await writeFile(join(dist, "root/robots.txt"), robots);
await writeFile(join(site, "robots.txt"), robots);
await copyFile(join(site, "favicon.ico"), join(dist, "root/favicon.ico"));

const pages = Object.fromEntries(
  app.pagePaths.map((path) => [path, path === "/" ? "index.html" : `${path.slice(1)}/index.html`]),
);
for (const [path, file] of Object.entries(pages)) await write(path, file);
await write(app.nowhere, "404.html");
await write(app.bareNotFoundPaths[0], "404-bare.html");

const routes = {
  pages,
  bareNotFound: app.bareNotFoundPaths,
  notFound: "404.html",
  bareNotFoundPage: "404-bare.html",
  callOrigins: callOrigins(loadEnv("production", root, "VITE_")),
};
await writeFile(join(dist, "routes.json"), `${JSON.stringify(routes, null, 2)}\n`);
const found = [join(site, ".vite/licences.json"), join(dist, "staff/.vite/licences.json")];
await writeFile(join(dist, "licences.json"), JSON.stringify(licences(root, found)));
await rm(join(dist, "staff/.vite"), { recursive: true });
await rm(join(dist, "ssr"), { recursive: true });
await rm(join(site, ".vite"), { recursive: true });
console.log(`${Object.keys(pages).length} pages in ${((performance.now() - started) / 1000).toFixed(1)} s`);
