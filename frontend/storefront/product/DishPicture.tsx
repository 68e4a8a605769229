import { SquarePicture, type SquarePictureProps } from "~/shared/ui/SquarePicture";
import { dishPictureOf } from "./dishPictureOf";

export interface DishPictureProps extends Omit<SquarePictureProps, "picture"> {
  /** Picture key of the dish. */
  image: string;
}

/** The square picture of a dish; only its space for a key from another release. */
export function DishPicture({ image, ...look }: DishPictureProps) {
  return <SquarePicture picture={dishPictureOf(image)} {...look} />;
}
