import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aliases } from "./contractFiles.ts";

const shipped = join(import.meta.dirname, "../../contract");
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "contract-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

test("a file that the shop has is read in place of the shipped one, all others are the shipped ones", () => {
  mkdirSync(join(folder, "catalogue"));
  writeFileSync(join(folder, "catalogue/veg.json"), "{}");
  writeFileSync(join(folder, "site.json"), "{}");
  expect(aliases(folder)).toEqual([
    { find: "@contract/site.json", replacement: join(folder, "site.json") },
    { find: "@contract/catalogue/veg.json", replacement: join(folder, "catalogue/veg.json") },
    { find: "@contract", replacement: shipped },
  ]);
});

test("without a folder of its own all is as shipped", () => {
  expect(aliases(shipped)).toEqual([{ find: "@contract", replacement: shipped }]);
});
