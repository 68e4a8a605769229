import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { scriptFaults, styleFaults } from "./beyondFloor.mjs";

const dist = `${import.meta.dirname}/../dist`;

/** What built files may use all the same: [files, faults, reason]. */
const ALLOWED = [
  [/^(?:base|react)-.*js$/, [".drop", ".use"], "React's and React Router's own functions"],
  [
    /^(?:base|react)-.*js$/,
    [
      ".imageSizes",
      ".movementX",
      ".movementY",
      ".popover",
      "attribute fetchPriority",
      "attribute imageSizes",
      "attribute imageSrcSet",
    ],
    "React hands them on, where an element or an event has them",
  ],
  [/^(?:base|react)-.*js$/, ["reportError"], "React asks for it first"],
  [
    /^(?:base|react)-.*js$/,
    ["FormData of a button"],
    "React does it for forms with a function as action, of which there are none",
  ],
  [/^(?:base|react|index)-.*js$/, [".fetchPriority"], "a hint"],
  [/^useToasts-.*js$/, [".ariaLabel", ".role"], "react-toastify's own options"],
  [/^carousel-.*js$/, ["attribute inert"], "slides out of view are invisible, too"],
  [/js$/, [".move", ".read", ".reason", ".take"], "names of our own data and functions"],
  [
    /css$/,
    ["content-visibility", "contain-intrinsic-size", "overflow-anchor", "overscroll-behavior"],
    "scrolling is as right without them",
  ],
  [/css$/, ["field-sizing", "scrollbar-gutter", "text-wrap", "color-scheme: only"], "looks alone"],
  [/css$/, ["@property"], "--drawn-rem is then 1rem, and no size depends on text-only zoom"],
  [/css$/, ["container-type"], "without @container it does nothing"],
  [
    /css$/,
    ["align-content: start", "place-self: end"],
    "in grids they are old; the data is of flexible boxes",
  ],
  [
    /css$/,
    ["@page", ":details-content"],
    "paper gets the browser's margins, and parts that are folded stay folded",
  ],
  [
    /css$/,
    ["@media (forced-colors)", "@media (scripting)"],
    "a browser without them is as if they did not match",
  ],
];

const isAllowed = (file, fault) =>
  ALLOWED.some(([files, faults]) => files.test(file) && faults.includes(fault));

function faultsOf(path) {
  const file = basename(path);
  const source = readFileSync(`${dist}/${path}`, "utf8");
  return (path.endsWith("js") ? scriptFaults : styleFaults)(source).map((fault) => [file, fault]);
}

test("built scripts and styles of both halves use nothing that a browser of the floor lacks", {
  timeout: 150_000,
}, () => {
  const files = globSync("{site,staff}/assets/*.{js,css}", { cwd: dist });
  expect(files.length, "Run make build first.").toBeGreaterThan(50);
  const faults = files.flatMap(faultsOf);
  expect(faults.filter(([file, fault]) => !isAllowed(file, fault))).toEqual([]);
  const isNeeded = ([files, name]) => faults.some(([file, fault]) => fault === name && files.test(file));
  const allowances = ALLOWED.flatMap(([files, names]) => names.map((name) => [files, name]));
  expect(allowances.filter((allowance) => !isNeeded(allowance))).toEqual([]);
});

test.each([
  ["'a/'.replace(/(?<=.)\\/$/, '')", "look-behind"],
  ["new RegExp('(?<!a)b')", "look-behind"],
  ["class A { static { go(); } }", "static block"],
  ["using a = open()", "syntax: Unexpected token (1:6)"],
  ["[1].findLast(Boolean)", ".findLast"],
  ["const { toSorted } = []", ".toSorted"],
  ["structuredClone(a)", "structuredClone"],
  ["Object.groupBy(a, b)", "Object.groupBy"],
  ["Promise.withResolvers()", "Promise.withResolvers"],
  ["URL.canParse(a)", "URL.canParse"],
  ["AbortSignal.timeout(9)", "AbortSignal.timeout"],
  ["AbortSignal.any([])", "AbortSignal.any"],
  ["new FormData(form, button)", "FormData of a button"],
  ["a.checkVisibility()", ".checkVisibility"],
  ["a.ariaPressed = 'true'", ".ariaPressed"],
  ["jsx('div', { inert: true })", "attribute inert"],
])("of a script is told: %s", (source, fault) => {
  expect(scriptFaults(source)).toEqual([fault]);
});

test("of a script is told nothing that the floor has", () => {
  const source = `class A { #b = 1; has(c) { return #b in c; } }
    await import("./a.js"); a ??= [1].at(-1)?.b; Object.hasOwn(a, "b"); new FormData(form); "(?<name>b)(?=c)";`;
  expect(scriptFaults(source)).toEqual([]);
});

test.each([
  ["a { height: 50dvh }", "height: dvh"],
  ["a { border: 1px solid color-mix(in srgb, red, blue) }", "border: color-mix"],
  ["a { overflow-x: clip }", "overflow-x: clip"],
  ["a { rotate: 45deg }", "rotate"],
  ["a { mask-image: none }", "mask-image"],
  ['a { content: "x" / "" }', "content: /"],
  ["@layer base { a { color: red } }", "@layer"],
  ["@media (width >= 20rem) { a { color: red } }", "@media with a range"],
  ["a { & b { color: red } }", "nesting"],
  ["a:user-invalid { color: red }", ":user-invalid"],
  ["a:has(b) { display: none }", "display by :has()"],
  ["a, b:has(c) { color: red }", ":has() beside other selectors"],
])("of a style sheet is told: %s", (source, fault) => {
  expect(styleFaults(source)).toEqual([fault]);
});

test.each([
  "a { height: 50vh; height: 50dvh }",
  "a { -webkit-mask-image: none; mask-image: none }",
  "@supports (height: 1dvh) { a { height: 50dvh } }",
  "@container (max-width: 9rem) { a { color: red } }",
  "a:has(b) { color: red }",
  "a:is(:popover-open, b) { color: red }",
  "a { inset: 0; aspect-ratio: 1; accent-color: red; outline: auto } a:focus-visible { color: red }",
])("a style sheet that the floor can read, or leave out, passes: %s", (source) => {
  expect(styleFaults(source)).toEqual([]);
});
