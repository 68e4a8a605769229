/**
 * What a first visit to each route is sent before it is alive: HTML, style sheets and scripts, as a browser that
 * takes Brotli gets them; pictures and fonts are not counted. Bytes of the bodies, in KiB. Fails when the landing
 * page weighs more than its budget.
 *
 *   node weight.mjs [route...]
 */
import { get } from "node:http";
import { routes, withShop } from "./shop.mjs";

const LANDING_BUDGET = 101 * 1024;

/** Body of one file as sent, and its text when it was not compressed. */
function fetchBody(address, encoding) {
  return new Promise((resolve, reject) => {
    get(address, { headers: { "Accept-Encoding": encoding } }, async (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${address} answered ${response.statusCode}`));
      resolve(Buffer.concat(await response.toArray()));
    }).on("error", reject);
  });
}

/** Addresses of the style sheets and scripts that the page's own HTML asks for. */
function linked(html) {
  const tags = html.match(/<(?:link|script)\b[^>]*>/g) ?? [];
  const address = (tag) => /\b(?:href|src)="([^"]+)"/.exec(tag)?.[1];
  return {
    css: new Set(tags.filter((tag) => tag.includes('rel="stylesheet"')).map(address)),
    js: new Set([
      ...tags.filter((tag) => /rel="modulepreload"|^<script[^>]*\bsrc=/.test(tag)).map(address),
      ...(/\bdata-code="([^"]*)"/.exec(html)?.[1].split(" ") ?? []),
    ]),
  };
}

async function weightOf(shop, path) {
  const page = `${shop}/order${path}`;
  const { css, js } = linked(String(await fetchBody(page, "identity")));
  const sent = async (addresses) => {
    const bodies = await Promise.all([...addresses].map((address) => fetchBody(new URL(address, page), "br")));
    return bodies.reduce((sum, body) => sum + body.length, 0);
  };
  return { html: await sent([page]), css: await sent(css), js: await sent(js) };
}

const kib = (bytes) => (bytes / 1024).toFixed(1).padStart(7);

await withShop(async (shop) => {
  console.log(`   HTML    CSS     JS  total KiB  route`);
  for (const path of await routes()) {
    const { html, css, js } = await weightOf(shop, path);
    const total = html + css + js;
    console.log(`${[html, css, js].map(kib).join("")}${kib(total).padStart(11)}  ${path}`);
    if (path === "/" && total > LANDING_BUDGET) {
      console.error(`The landing page weighs more than ${LANDING_BUDGET / 1024} KiB.`);
      process.exitCode = 1;
    }
  }
});
