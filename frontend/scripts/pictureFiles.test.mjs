import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pictureFiles, pictureSources, toneRules } from "./pictureFiles.ts";

let folder;

/** A WebP file's header of that size in pixels, and some bytes that stand for its picture. */
function webp(width, height, content = "picture") {
  const header = Buffer.from(`RIFF????WEBPVP8 ${"?".repeat(14)}`);
  header.writeUInt16LE(width, 26);
  header.writeUInt16LE(height, 28);
  return Buffer.concat([header, Buffer.from(content)]);
}

const put = (name, content) => writeFileSync(join(folder, name), content);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pictures-"));
  mkdirSync(join(folder, "dishes"));
  mkdirSync(join(folder, "scenes"));
  put("colours.json", '{ "idli": "#e1ada7" }');
  put("dishes/idli.webp", webp(640, 480));
  put("dishes/idli.avif", "large avif");
  put("dishes/idli-320.webp", webp(320, 240));
  put("dishes/idli-320.avif", "small avif");
});

afterEach(() => rmSync(folder, { recursive: true }));

const idli = () => pictureSources("dishes", folder).idli;

test("a picture is known by its key, with its widths, its height and the nearest colour of three digits", () => {
  expect(pictureSources("dishes", folder)).toEqual({
    idli: { file: expect.stringMatching(/^idli-[\w-]{6}$/), widths: [320, 640], height: 480, tone: "daa" },
  });
  expect(toneRules(folder)).toBe('[data-tone="daa"]{--tone:#daa}');
});

test("every size is sent in both formats, under the name that the storefront asks for", () => {
  const { file } = idli();
  expect([...pictureFiles(folder)].map(([name, content]) => [name, content.length])).toEqual([
    [`${file}-320.webp`, webp(320, 240).length],
    [`${file}-320.avif`, "small avif".length],
    [`${file}-640.webp`, webp(640, 480).length],
    [`${file}-640.avif`, "large avif".length],
  ]);
});

test.each(["idli.avif", "idli-320.avif", "idli.webp", "idli-320.webp"])(
  "another %s gives the picture another address, because browsers keep the old one for good",
  (name) => {
    const before = idli().file;
    put(`dishes/${name}`, name.endsWith("webp") ? webp(640, 480, "another") : "another");
    expect(idli().file).not.toBe(before);
  },
);

test("where a size has no AVIF the picture comes in WebP alone", () => {
  rmSync(join(folder, "dishes/idli-320.avif"));
  expect(idli()).toMatchObject({ widths: [320, 640], webpOnly: true });
  expect([...pictureFiles(folder).keys()].filter((name) => name.endsWith("avif"))).toEqual([]);
});

test("one size is enough, and a colour is not needed", () => {
  put("scenes/table-768.webp", webp(768, 576));
  const { table } = pictureSources("scenes", folder);
  expect(table).toEqual({ file: table.file, widths: [768], height: 576, webpOnly: true });
});

test("a file that is no WebP stops the build", () => {
  put("dishes/idli.webp", "a photo of idlis");
  expect(() => pictureSources("dishes", folder)).toThrow("not a WebP file");
});
