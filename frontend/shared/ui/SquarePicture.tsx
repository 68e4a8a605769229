import { classNames } from "~/shared/lib/classNames";
import { Picture, type PictureSource } from "./Picture";
import styles from "./SquarePicture.module.css";

export interface SquarePictureProps {
  /** Its place alone is kept where there is none. */
  picture: PictureSource | undefined;
  /** Width at which it is shown, as the `sizes` attribute of an image. */
  sizes: string;
  /** The first pictures of a page are fetched at once, the others when they come near. */
  eager?: boolean;
  className?: string;
}

/** A picture of a dish, cut square; the dish's name stands beside it. */
export function SquarePicture({ picture, sizes, eager, className }: SquarePictureProps) {
  const look = classNames(styles.picture, className);
  if (!picture) return <span className={look} />;
  return (
    <Picture picture={picture} sizes={sizes} alt="" loading={eager ? "eager" : "lazy"} className={look} />
  );
}
