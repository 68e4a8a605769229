import type { PictureSource } from "~/shared/ui/Picture";
import { pictureSources } from "../../scripts/pictureFiles";

const all = { ...pictureSources("dishes"), ...pictureSources("scenes") };

/**
 * The pictures of these keys, dishes and scenes alike. Only for modules named *.data.ts, which are evaluated while
 * building: a screen so brings the addresses of its own pictures alone. Throws, which stops the build, where there
 * is no such picture.
 */
export function named<Key extends string>(...keys: readonly Key[]): Readonly<Record<Key, PictureSource>> {
  const found = keys.map((key) => {
    const picture = all[key];
    if (!picture) throw new Error(`There is no picture ${key} in app/pictures.`);
    return [key, picture] as const;
  });
  return Object.fromEntries(found) as Record<Key, PictureSource>;
}
