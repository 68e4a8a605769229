import type { PictureSource } from "~/shared/ui/Picture";

/** Characters of a picture's digest in its file name. */
export const DIGEST_LENGTH = 6;

/** Pictures of the same widths and height: "<key>-<digest>:<tone> <key>-<digest>:<tone>", the tone where it has one. */
export interface PictureTable extends Omit<PictureSource, "file" | "tone"> {
  readonly files: string;
}

/** Packs pictures into few long strings, a third smaller when compressed than an object for each. */
export function packPictures(pictures: Readonly<Record<string, PictureSource>>): PictureTable[] {
  const tables = new Map<string, PictureTable>();
  for (const { file, tone, ...shape } of Object.values(pictures)) {
    const key = JSON.stringify(shape);
    const before = tables.get(key);
    const entry = tone ? `${file}:${tone}` : file;
    tables.set(key, { ...shape, files: before ? `${before.files} ${entry}` : entry });
  }
  return [...tables.values()];
}

/** The pictures of packed tables by their key. */
export function unpackPictures(tables: readonly PictureTable[]): ReadonlyMap<string, PictureSource> {
  return new Map(
    tables.flatMap(({ files, ...shape }) =>
      files.split(" ").map((entry): [string, PictureSource] => {
        const [file = "", tone] = entry.split(":");
        return [file.slice(0, -DIGEST_LENGTH - 1), { ...shape, file, ...(tone && { tone }) }];
      }),
    ),
  );
}
