import { expect, test } from "vitest";
import { filled, pageLinks, pageTemplate } from "./pageLinks.mjs";

const manifest = {
  "index.html": {
    file: "assets/index.js",
    imports: ["_start.js"],
    dynamicImports: ["storefront/hydration/hydrate.tsx"],
  },
  "_start.js": { file: "assets/start.js" },
  "_base.js": { file: "assets/base.js", css: ["assets/base.css"] },
  "storefront/hydration/hydrate.tsx": { file: "assets/alive.js", imports: ["_start.js", "_base.js"] },
  "_screens.js": { file: "assets/screens.js", css: ["assets/screens.css"] },
  "storefront/routes/APage.tsx": {
    file: "assets/a.js",
    css: ["assets/a.css"],
    imports: ["_base.js", "_screens.js", "_start.js"],
  },
};

const groups = { "assets/a.js": ["veg", "dish-pictures"], "assets/screens.js": ["veg"] };
const build = { manifest, groups };

const files = (links) => links.match(/assets\/[\w.]+/g);
const tags = (links, rel) => links.match(new RegExp(`<link rel="${rel}"[^>]*>`, "g")) ?? [];

test("a page links its style sheets, the shell's first and its own last", () => {
  const { links } = pageLinks(build, "storefront/routes/APage.tsx");
  expect(tags(links, "stylesheet").flatMap(files)).toEqual([
    "assets/base.css",
    "assets/screens.css",
    "assets/a.css",
  ]);
});

test("of the code a page links only what starts it, behind everything that can be seen", () => {
  const { links } = pageLinks(build, "storefront/routes/APage.tsx");
  expect(tags(links, "modulepreload")).toEqual([
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/order/assets/start.js">',
  ]);
});

test("the rest is only named, for when the first view is painted", () => {
  expect(pageLinks(build, "storefront/routes/APage.tsx").code).toBe(
    'data-code="/order/assets/base.js /order/assets/alive.js /order/assets/screens.js /order/assets/a.js"',
  );
});

test("a page carries the groups of content that its chunks read, each once", () => {
  expect(pageLinks(build, "storefront/routes/APage.tsx").groups).toEqual(["dish-pictures", "veg"]);
  expect(pageLinks(build, undefined).groups).toEqual([]);
});

test("a page without a file of its own has the shell's links and code", () => {
  const { links, code } = pageLinks(build, undefined);
  expect(tags(links, "stylesheet").flatMap(files)).toEqual(["assets/base.css"]);
  expect(files(code)).toEqual(["assets/base.js", "assets/alive.js"]);
});

test("a page that was not built stops the build", () => {
  expect(() => pageLinks(build, "storefront/routes/BPage.tsx")).toThrow(
    "BPage.tsx is not in the build's manifest",
  );
});

test("the template keeps its preloads, gives up Vite's links, and has a place for the list of code", () => {
  const html = `<link rel="preload" as="font" href="/f.woff2">
    <script type="module" crossorigin src="/order/assets/index.js"></script>
    <link rel="modulepreload" crossorigin href="/order/assets/start.js">
    <link rel="stylesheet" crossorigin href="/order/assets/index.css">`;
  expect(pageTemplate(html)).toBe(`<link rel="preload" as="font" href="/f.woff2">
    <script type="module" fetchpriority="low" data-code crossorigin src="/order/assets/index.js"></script>`);
});

test("what fills a place stays as it is, whatever it holds", () => {
  const template = "<script data-code></script><!--links--><!--head--><!--data--><!--page--><!--content-->";
  const odd = "$& data-code <!--page-->";
  const values = { links: "L", head: odd, data: "D", code: 'data-code="c"', page: odd, content: odd };
  expect(filled(template, values)).toBe(`<script data-code="c"></script>L${odd}D${odd}${odd}`);
});
