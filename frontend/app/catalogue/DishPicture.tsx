import { classNames } from "~/lib/classNames";
import { dishPictures } from "~/pictures/dishes.data";
import { Picture } from "~/ui/Picture";
import styles from "./DishPicture.module.css";
import { DishTile } from "./DishTile";

export interface DishPictureProps {
  /** Picture key of the dish. */
  image: string;
  /** Name of the dish: it picks the colours of the drawn tile where there is no picture. */
  name: string;
  /** Category id: it picks the vessel of the drawn tile. */
  category: string;
  /** Words for those who cannot see it; leave it out where the dish's name stands beside the picture. */
  alt?: string;
  /** Width at which it is shown, as the `sizes` attribute of an image. */
  sizes: string;
  /** The first pictures of a page are fetched at once, the others when they come near. */
  eager?: boolean;
  className?: string;
}

/** The square picture of a dish, or a drawn tile of its kind where a menu asks for a picture that does not exist. */
export function DishPicture({ image, name, category, alt = "", sizes, eager, className }: DishPictureProps) {
  const picture = dishPictures[image];
  const look = classNames(styles.picture, className);
  if (!picture) return <DishTile name={name} category={category} alt={alt} className={look} />;
  return (
    <Picture picture={picture} sizes={sizes} alt={alt} loading={eager ? "eager" : "lazy"} className={look} />
  );
}
