import { dishPictures } from "~/shared/pictures/dishPictures";
import { unpackPictures } from "~/shared/pictures/pictureTable";
import type { PictureSource } from "~/shared/ui/Picture";

const pictures = unpackPictures(dishPictures);

/**
 * The picture of a key; undefined for a key from another release in a history entry. Throws during prerendering, which
 * stops the build.
 */
export function dishPictureOf(key: string): PictureSource | undefined {
  const picture = pictures.get(key);
  if (!picture && import.meta.env.SSR)
    throw new Error(`There is no picture ${key} in shared/pictures/dishes.`);
  return picture;
}
