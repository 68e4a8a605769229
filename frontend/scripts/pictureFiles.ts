import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DIGEST_LENGTH } from "#shared/pictures/pictureTable.ts";
import type { PictureSource } from "#shared/ui/Picture.tsx";

/** shared/pictures: dishes/ has single dishes, scenes/ composed tables, colours.json the mean colour of each. */
export const PICTURES = join(import.meta.dirname, "..", "shared/pictures");

/** Whether the shop has an icon of its own, as the renderer is told (scripts/content.ts). */
export const hasOwnIcon = () => false;

/** One size of a picture: `<key>.webp` or `<key>-<width>.webp`, and optionally an AVIF of the same name. */
interface Size {
  readonly width: number;
  readonly height: number;
  readonly webp: Buffer;
  readonly avif: Buffer | undefined;
}

interface Picture {
  readonly source: PictureSource;
  /** Ascending. */
  readonly sizes: readonly Size[];
}

/** "doctors" holds a shop's own photographs only; none is shipped. */
type Folder = "dishes" | "scenes" | "doctors";

/** Every picture of a folder by its key. */
function picturesOf(folder: Folder, pictures: string): Map<string, Picture> {
  const colours: Record<string, string> = JSON.parse(readFileSync(join(pictures, "colours.json"), "utf8"));
  const sizes = new Map<string, Size[]>();
  for (const file of folder === "doctors" ? [] : readdirSync(join(pictures, folder)).sort()) {
    if (!file.endsWith(".webp")) continue;
    const path = join(pictures, folder, file);
    const webp = readFileSync(path);
    const besides = path.replace(/webp$/, "avif");
    const avif = existsSync(besides) ? readFileSync(besides) : undefined;
    const key = file.replace(/(-\d{3,4})?\.webp$/, "");
    sizes.set(key, [...(sizes.get(key) ?? []), { ...webpSize(webp), webp, avif }]);
  }
  return new Map([...sizes].map(([key, found]) => [key, picture(key, found, colours[key])]));
}

function picture(key: string, found: readonly Size[], colour: string | undefined): Picture {
  const sizes = [...found].sort((a, b) => a.width - b.width);
  const digest = createHash("sha256");
  for (const { webp, avif } of sizes) digest.update(webp).update(avif ?? "");
  return {
    sizes,
    source: {
      file: `${key}-${digest.digest("base64url").slice(0, DIGEST_LENGTH)}`,
      widths: sizes.map(({ width }) => width),
      height: sizes.at(-1)?.height ?? 0,
      ...(colour && { tone: toneOf(colour) }),
      ...(sizes.some(({ avif }) => !avif) && { webpOnly: true }),
    },
  };
}

/** The nearest colour of three digits to "#rrggbb", without "#": exact enough for a placeholder. */
function toneOf(colour: string): string {
  return (colour.match(/[0-9a-f]{2}/gi) ?? [])
    .map((channel) => Math.round(Number.parseInt(channel, 16) / 0x11).toString(16))
    .join("");
}

/** The pictures of a folder by key, as the storefront uses them. Reads the disk, at build time only. */
export function pictureSources(folder: Folder, pictures = PICTURES): Readonly<Record<string, PictureSource>> {
  return Object.fromEntries([...picturesOf(folder, pictures)].map(([key, { source }]) => [key, source]));
}

/** Every picture file by its name among the assets. */
export function pictureFiles(pictures = PICTURES): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const folder of ["dishes", "scenes"] as const) {
    for (const { source, sizes } of picturesOf(folder, pictures).values()) {
      for (const { width, webp, avif } of sizes) {
        files.set(`${source.file}-${width}.webp`, webp);
        if (avif && !source.webpOnly) files.set(`${source.file}-${width}.avif`, avif);
      }
    }
  }
  return files;
}

/** One CSS rule per tone in use, which sets `--tone`. */
export function toneRules(pictures = PICTURES): string {
  const sources = (["dishes", "scenes"] as const).flatMap((folder) =>
    Object.values(pictureSources(folder, pictures)),
  );
  const tones = new Set(sources.flatMap(({ tone }) => tone ?? []));
  return [...tones]
    .sort()
    .map((tone) => `[data-tone="${tone}"]{--tone:#${tone}}`)
    .join("\n");
}

/** Width and height in pixels, from the header of a WebP file's bytes (RFC 9649). Throws on anything else. */
export function webpSize(bytes: Buffer): { width: number; height: number } {
  const kind = bytes.toString("latin1", 8, 16);
  if (kind === "WEBPVP8 ") {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  if (kind === "WEBPVP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === "WEBPVP8L") {
    const packed = bytes.readUInt32LE(21);
    return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
  }
  throw new Error("This is not a WebP file.");
}
