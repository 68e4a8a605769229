import type { PictureSource } from "~/shared/ui/Picture";
import { pictureSources } from "../../scripts/pictureFiles";

const all = { ...pictureSources("dishes"), ...pictureSources("scenes") };

/**
 * The pictures of these keys. Only for modules of content (scripts/content.ts), so that a screen ships only its own
 * pictures' file names. Throws, which stops the rendering, when a picture is missing.
 */
export function named<Key extends string>(...keys: readonly Key[]): Readonly<Record<Key, PictureSource>> {
  const found = keys.map((key) => {
    const picture = all[key];
    if (!picture) throw new Error(`There is no picture ${key} in shared/pictures.`);
    return [key, picture] as const;
  });
  return Object.fromEntries(found) as Record<Key, PictureSource>;
}
