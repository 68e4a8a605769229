import { SquarePicture, type SquarePictureProps } from "~/shared/ui/SquarePicture";
import { dishPictureOf } from "./dishPictureOf";

export interface DishPictureProps extends Omit<SquarePictureProps, "picture"> {
  /** Picture key of the dish. */
  image: string;
}

/** The square picture of a dish; its place alone where another release handed over a key that this one lacks. */
export function DishPicture({ image, ...look }: DishPictureProps) {
  return <SquarePicture picture={dishPictureOf(image)} {...look} />;
}
