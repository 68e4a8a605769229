/**
 * Lighthouse over every route of the built storefront, as a phone on slow 4G sees it (its mobile settings, simulated
 * throttling), one after another, and the table of it in docs/measurements/lighthouse.md. Fails when accessibility, best
 * practices or SEO is below 100 anywhere, or when a page moves while it loads.
 *
 *   python -m benchmarks.built_shop node benchmarks/storefront/lighthouse.mjs [route...]
 *
 * With routes: only those, and no file is written. RUNS=3: the run with the median performance of three.
 */
import { readFile, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { median, withBrowser } from "./browser.mjs";

const root = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const dist = process.env.OOTTAM_STOREFRONT ?? root("frontend/dist");
const RUNS = Number(process.env.RUNS ?? 1);
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const HELD = ["accessibility", "best-practices", "seo"];

/** What one run says of one page: scores from 0 to 100, times in ms, weight in bytes as sent. */
function reading(lhr) {
  const score = (id) => Math.round((lhr.categories[id].score ?? 0) * 100);
  const value = (id) => lhr.audits[id].numericValue;
  return {
    ...Object.fromEntries(CATEGORIES.map((id) => [id, score(id)])),
    lcp: value("largest-contentful-paint"),
    cls: value("cumulative-layout-shift"),
    tbt: value("total-blocking-time"),
    bytes: value("total-byte-weight"),
    faults: HELD.flatMap((id) =>
      lhr.categories[id].auditRefs
        .filter(({ id: audit, weight }) => weight > 0 && (lhr.audits[audit].score ?? 1) < 1)
        .map(({ id: audit }) => `${audit}: ${lhr.audits[audit].title}`),
    ),
  };
}

/** A page that asks search engines to leave it out is not asked whether they can list it. */
async function settingsFor(address) {
  const html = await (await fetch(address)).text();
  const unlisted = html.includes('<meta name="robots" content="noindex"');
  return { onlyCategories: CATEGORIES, ...(unlisted && { skipAudits: ["is-crawlable"] }) };
}

async function measure(audit, address) {
  const settings = await settingsFor(address);
  const readings = [];
  for (let run = 0; run < RUNS; run += 1) readings.push(reading(await audit(address, settings)));
  const middle = median(readings.map(({ performance }) => performance));
  return readings.find(({ performance }) => performance === middle);
}

const seconds = (ms) => (ms / 1000).toFixed(1);
const kib = (bytes) => Math.round(bytes / 1024);
const row = (path, r) =>
  `\`${path}\` | ${r.performance} | ${seconds(r.lcp)} | ${Math.round(r.tbt)} | ${kib(r.bytes)}`;

const head = (version) => `# Lighthouse

Written by \`make lighthouse\`; not by hand. Lighthouse ${version}, mobile settings, simulated slow 4G, ${RUNS === 1 ? "one run" : `the median of ${RUNS} runs`} a route,
load of the machine ${loadavg()[0].toFixed(1)}. Every route has 100 for accessibility, best practices and SEO, and no layout shift, unless the
command fails. Weight is all that is sent, pictures and fonts included.

Route | Performance | Largest paint, s | Blocked, ms | Weight, KiB
---|---|---|---|---
`;

const { pages } = JSON.parse(await readFile(`${dist}/routes.json`, "utf8"));
const named = process.argv.slice(2);
const rows = [];
let version = "";

await withBrowser(async (audit) => {
  for (const path of named.length ? named : Object.keys(pages)) {
    const result = await measure(async (...call) => {
      const lhr = await audit(...call);
      version = lhr.lighthouseVersion;
      return lhr;
    }, `${process.env.SHOP}/order${path}`);
    rows.push(row(path, result));
    console.log(rows.at(-1));
    for (const fault of result.faults) console.error(`    ${fault}`);
    if (result.faults.length || result.cls >= 0.001) process.exitCode = 1;
  }
});
if (!named.length) await writeFile(root("docs/measurements/lighthouse.md"), `${head(version)}${rows.join("\n")}\n`);
