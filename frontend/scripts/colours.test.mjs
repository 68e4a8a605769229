import { expect, test } from "vitest";
import { colourSheet, colourTokens } from "./colours.mjs";

test("a shop without own colours has no style sheet", () => {
  expect(colourSheet(colourTokens(undefined, "#fffaf2"))).toBe("");
  expect(colourSheet(colourTokens({}, "#fffaf2"))).toBe("");
});

test("tones follow from a colour, soft ink from ink and ground", () => {
  const own = { brand: "#1f5b36", ink: "#000000", ground: "#ffffff" };
  expect(colourTokens(own, "#fffaf2")).toEqual({
    "--leaf": "#1f5b36",
    "--leaf-deep": "#133821",
    "--leaf-night": "#0f2b19",
    "--ink": "#000000",
    "--ink-soft": "#363636",
    "--ink-dimmed": "#525252",
    "--paper": "#ffffff",
  });
});

test("colours are for screens alone", () => {
  expect(colourSheet(colourTokens({ accent: "#0a5a3c" }, "#fffaf2"))).toMatch(
    /^@media screen {\s+:root {\s+--chilli: #0a5a3c;/,
  );
});
