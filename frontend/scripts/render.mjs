/**
 * Renders the storefront's pages from a shop's content: JSON on standard input, JSON on standard output. Built into one
 * folder with everything it needs (dist/renderer), it reads nothing else and takes no setting, so that it can run without
 * rights. Fails with the reason on standard error.
 *
 * Input: { files: { "site.json": ... }, pictures: { dishes: { key: PictureSource }, scenes, doctors },
 * hasOwnIcon, callBases: { veg: "https://..." }, edition: 7, soldOut: { "Phulka": "today" }, facts
 * (shared/catalogue/facts.ts) }, which the app reads as `globalThis.content` (scripts/content.ts); the last three, and
 * pictures of doctors, may be missing.
 * Output: { site: { path: text }, routes, content }: the files below /order, routes.json, and what staff pages carry.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { callOrigins } from "./callOrigins.mjs";
import { colourSheet, colourTokens } from "./colours.mjs";
import { dataBlock, jsonForHtml, robotsTxt, sitemapXml, webManifest } from "./discovery.mjs";
import { filled, pageLinks, withDrawnIcon, withoutDrawnIcon } from "./pageLinks.mjs";

const BASE = "/order/";
const DIGEST_LENGTH = 8;
const CONTENT_TYPE = 'type="application/json" id="content"';

/** Written by scripts/build.mjs: { template, manifest, groups, colour, icon, iconGround }. */
const build = JSON.parse(readFileSync(new URL("build.json", import.meta.url), "utf8"));
/** Marks of the contract's files that no page reads. */
const isMark = (key, value) => key === "$schema" || (key === "sample" && typeof value === "boolean");
globalThis.content = JSON.parse(readFileSync(0, "utf8"), (key, value) =>
  isMark(key, value) ? undefined : value,
);
const input = globalThis.content;

const app = await import("../storefront/prerender.tsx");
const { shop, ...groups } = (await import("virtual:content-groups")).default;

/** Each group as a module, in a folder whose name changes with them, so that browsers may keep them for good. */
const values = JSON.stringify(groups);
const digestOf = (text) => createHash("sha256").update(text).digest("base64url").slice(0, DIGEST_LENGTH);
const folder = `assets/content-${digestOf(values)}/`;
const site = Object.fromEntries(
  Object.entries(groups).map(([name, group]) => [
    `${folder}${name}.js`,
    `export default ${JSON.stringify(group)};\n`,
  ]),
);
const tokens = colourTokens(app.site.colours, build.colour);
const ground = tokens["--paper"] ?? build.colour;
const sheet = colourSheet(tokens);
const sheetFile = `assets/colours-${digestOf(sheet)}.css`;
const sheetLink = sheet && `<link rel="stylesheet" crossorigin href="${BASE}${sheetFile}">`;
if (sheet) site[sheetFile] = sheet;
const icon = build.icon.replace(build.iconGround, tokens["--leaf-deep"] ?? build.iconGround);
const iconFile = `assets/icon-${digestOf(icon)}.svg`;
const hasColouredIcon = icon !== build.icon && !input.hasOwnIcon;
if (hasColouredIcon) site[iconFile] = icon;
const coloured = build.template.replace(
  `name="theme-color" content="${build.colour}"`,
  `name="theme-color" content="${ground}"`,
);
const template = input.hasOwnIcon
  ? withoutDrawnIcon(coloured)
  : withDrawnIcon(coloured, hasColouredIcon ? BASE + iconFile : undefined);

async function page(path, file) {
  const { head, body } = await app.render(path);
  const links = pageLinks(build, await app.sourceOf(path));
  const onPage = Object.fromEntries(links.groups.map((name) => [name, groups[name]]));
  const data = jsonForHtml({ shop, groups: onPage, modules: BASE + folder });
  site[file] = filled(template, {
    links: links.links + sheetLink,
    head,
    data: dataBlock(app.structuredDataAt(path)),
    code: links.code,
    notice: app.notice,
    page: body,
    content: `<script ${CONTENT_TYPE}>${data}</script>`,
  });
}

const pages = Object.fromEntries(
  app.pagePaths.map((path) => [path, path === "/" ? "index.html" : `${path.slice(1)}/index.html`]),
);
for (const [path, file] of Object.entries(pages)) await page(path, file);
await page(app.nowhere, "404.html");
await page(app.bareNotFoundPaths[0], "404-bare.html");

site["manifest.json"] = JSON.stringify(webManifest({ brand: app.site.brand, base: BASE, colour: ground }));
// By which a page learns that its files may be gone (shared/http/replacedPage.ts).
const version = `${BASE}${build.manifest["index.html"].file} ${BASE}${folder}`;
site["version.js"] = `export default ${JSON.stringify(version)};\n`;
site["sitemap.xml"] = sitemapXml(app.listedAddresses);
site["robots.txt"] = robotsTxt(app.publicUrl("/sitemap.xml"));

const routes = {
  pages,
  bareNotFound: app.bareNotFoundPaths,
  notFound: "404.html",
  bareNotFoundPage: "404-bare.html",
  callOrigins: callOrigins(input.callBases),
};
process.stdout.write(JSON.stringify({ site, routes, content: { shop, modules: BASE + folder } }));
