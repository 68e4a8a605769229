import { expect, test } from "vitest";
import { rawColours } from "./rawColours.mjs";

const languageOf = (source) => (/^[./]/.test(source) ? "css" : "tsx");
const colours = (source) => rawColours(source, languageOf(source)).map((found) => found.colour);

test.each([
  [".a { color: #C5301A; }", "#C5301A"],
  [".a { box-shadow: 0 0 1px rgb(0 0 0 / 0.1); }", "rgb("],
  [".a { background: linear-gradient(oklch(0.9 0 0), var(--b)); }", "oklch("],
  [".a { border: 1px solid tomato; }", "tomato"],
  [".a { outline-color: white }", "white"],
  ['<path fill="white" />', "white"],
])("%s has a raw colour", (source, colour) => {
  expect(colours(source)).toEqual([colour]);
});

test.each([
  ".a { color: var(--ink); background: transparent; fill: currentColor; }",
  ".a { background: color-mix(in srgb, var(--leaf) 35%, transparent); }",
  '<a href="#main">White rice in a red bowl</a>',
  'const dish = { image: "tomato", caption: "Tomato, red and green" };',
  "/* the colour #fff is for theme.css */",
  ".white { grid-area: red; }",
])("%s has none", (source) => {
  expect(colours(source)).toEqual([]);
});

test("it says on which line", () => {
  expect(rawColours("/* two\nlines */\n.a { color: #fff; }", "css")).toEqual([{ line: 3, colour: "#fff" }]);
});
