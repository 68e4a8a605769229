import { dishPictures } from "~/shared/pictures/dishPictures";
import { unpackPictures } from "~/shared/pictures/pictureTable";
import type { PictureSource } from "~/shared/ui/Picture";
import { SquarePicture, type SquarePictureProps } from "~/shared/ui/SquarePicture";

interface DishPictureProps extends Omit<SquarePictureProps, "picture"> {
  image: string;
}

/** The square picture of a dish; only its space for a key from another release. */
export function DishPicture({ image, ...look }: DishPictureProps) {
  return <SquarePicture picture={dishPictureOf(image)} {...look} />;
}

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
