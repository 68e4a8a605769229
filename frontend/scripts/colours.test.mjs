import { expect, test } from "vitest";
import { colourSheet } from "./colours.mjs";

test("a shop without own colours has no style sheet", () => {
  expect(colourSheet(undefined, "#fffaf2")).toBe("");
  expect(colourSheet({}, "#fffaf2")).toBe("");
});

test("tones follow from a colour, soft ink from ink and ground", () => {
  const sheet = colourSheet({ brand: "#1f5b36", ink: "#000000", ground: "#ffffff" }, "#fffaf2");
  expect(sheet.match(/--[a-z-]+: #[0-9a-f]{6};/g)).toEqual([
    "--leaf: #1f5b36;",
    "--leaf-deep: #133821;",
    "--leaf-night: #0f2b19;",
    "--ink: #000000;",
    "--ink-soft: #363636;",
    "--ink-dimmed: #525252;",
    "--paper: #ffffff;",
  ]);
});

test("colours are for screens alone", () => {
  expect(colourSheet({ accent: "#0a5a3c" }, "#fffaf2")).toMatch(/^@media screen/);
});
