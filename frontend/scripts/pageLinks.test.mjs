import { expect, test } from "vitest";
import { pageLinks, pageTemplate } from "./pageLinks.mjs";

const manifest = {
  "index.html": { file: "assets/index.js", css: ["assets/index.css"], imports: ["_react.js"] },
  "_react.js": { file: "assets/react.js" },
  "_ui.js": { file: "assets/ui.js", css: ["assets/ui.css"] },
  "app/routes/APage.tsx": { file: "assets/a.js", css: ["assets/a.css"], imports: ["_ui.js", "index.html"] },
};

const files = (links) => links.match(/assets\/[\w.]+/g);

test("a page links its style sheets, the entry's first and its own last", () => {
  const { styles } = pageLinks(manifest, "app/routes/APage.tsx");
  expect(files(styles)).toEqual(["assets/index.css", "assets/ui.css", "assets/a.css"]);
  expect(styles.match(/rel="\w+"/g)).toEqual(Array(3).fill('rel="stylesheet"'));
});

test("a page links its chunks ahead of need, behind everything that can be seen", () => {
  const { scripts } = pageLinks(manifest, "app/routes/APage.tsx");
  expect(files(scripts)).toEqual(["assets/react.js", "assets/ui.js", "assets/a.js"]);
  expect(scripts.match(/rel="modulepreload" fetchpriority="low"/g)).toHaveLength(3);
});

test("a page without a file of its own has the entry's links", () => {
  const { styles, scripts } = pageLinks(manifest, undefined);
  expect(files(styles)).toEqual(["assets/index.css"]);
  expect(files(scripts)).toEqual(["assets/react.js"]);
});

test("a page that was not built stops the build", () => {
  expect(() => pageLinks(manifest, "app/routes/BPage.tsx")).toThrow(
    "BPage.tsx is not in the build's manifest",
  );
});

test("the template keeps its preloads and gives up the links of the entry, whose script makes way", () => {
  const html = `<link rel="preload" as="font" href="/f.woff2">
    <script type="module" crossorigin src="/order/assets/index.js"></script>
    <link rel="modulepreload" crossorigin href="/order/assets/react.js">
    <link rel="stylesheet" crossorigin href="/order/assets/index.css">`;
  expect(pageTemplate(html)).toBe(`<link rel="preload" as="font" href="/f.woff2">
    <script type="module" fetchpriority="low" crossorigin src="/order/assets/index.js"></script>`);
});
