import { expect, test } from "vitest";
import { pageLinks } from "./pageLinks.mjs";

const manifest = {
  "index.html": { file: "assets/index.js", css: ["assets/index.css"], imports: ["_react.js"] },
  "_react.js": { file: "assets/react.js" },
  "_ui.js": { file: "assets/ui.js", css: ["assets/ui.css"] },
  "app/routes/APage.tsx": { file: "assets/a.js", css: ["assets/a.css"], imports: ["_ui.js", "index.html"] },
};

test("a page brings its chunks and style sheets, its own last, but none the entry has", () => {
  expect(pageLinks(manifest, "app/routes/APage.tsx").match(/rel="\w+"|assets\/[\w.]+/g)).toEqual([
    'rel="stylesheet"',
    "assets/ui.css",
    'rel="stylesheet"',
    "assets/a.css",
    'rel="modulepreload"',
    "assets/ui.js",
    'rel="modulepreload"',
    "assets/a.js",
  ]);
});

test("a page without a file of its own brings nothing", () => {
  expect(pageLinks(manifest, undefined)).toBe("");
});

test("a page that was not built stops the build", () => {
  expect(() => pageLinks(manifest, "app/routes/BPage.tsx")).toThrow(
    "BPage.tsx is not in the build's manifest",
  );
});
