import { classNames } from "~/lib/classNames";
import { Picture } from "~/ui/Picture";
import styles from "./DishPicture.module.css";
import { dishPictureOf } from "./dishPictureOf";

export interface DishPictureProps {
  /** Picture key of the dish, whose name stands beside it. */
  image: string;
  /** Width at which it is shown, as the `sizes` attribute of an image. */
  sizes: string;
  /** The first pictures of a page are fetched at once, the others when they come near. */
  eager?: boolean;
  className?: string;
}

/** The square picture of a dish; its place alone where another release handed over a key that this one lacks. */
export function DishPicture({ image, sizes, eager, className }: DishPictureProps) {
  const picture = dishPictureOf(image);
  const look = classNames(styles.picture, className);
  if (!picture) return <span className={look} />;
  return (
    <Picture picture={picture} sizes={sizes} alt="" loading={eager ? "eager" : "lazy"} className={look} />
  );
}
