import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = `${import.meta.dirname}/..`;

test("no style sheet asks what is somewhere in the page: browsers would look through it at every tick of a box", () => {
  const sheets = globSync("{shared,storefront}/**/*.css", { cwd: root });
  expect(sheets.length).toBeGreaterThan(50);
  const asks = (sheet) =>
    /(?:html|:root|body|#root|main)[^\s,{]*:has\(/.test(readFileSync(`${root}/${sheet}`, "utf8"));
  expect(sheets.filter(asks)).toEqual([]);
});
