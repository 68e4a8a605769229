import type { PictureSource } from "~/shared/ui/Picture";

type Pictures = Readonly<Record<string, PictureSource>>;

/** Returns the pictures unchanged. Throws, which stops the rendering, when one of these keys has none. */
export function withPictures(pictures: Pictures, keys: readonly string[]): Pictures {
  const missing = keys.find((key) => !pictures[key]);
  if (missing !== undefined) throw new Error(`There is no picture ${missing} in shared/pictures/dishes.`);
  return pictures;
}
