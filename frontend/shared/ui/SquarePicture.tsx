import { classNames } from "~/shared/lib/classNames";
import { Picture, type PictureSource } from "./Picture";
import styles from "./SquarePicture.module.css";

export interface SquarePictureProps {
  /** Without a picture only its space is reserved. */
  picture: PictureSource | undefined;
  sizes: string;
  /** Loaded immediately, for the first pictures of a page. */
  eager?: boolean;
  className?: string;
}

/** A dish picture, cropped square, without alternative text: the dish's name is beside it. */
export function SquarePicture({ picture, sizes, eager, className }: SquarePictureProps) {
  const look = classNames(styles.picture, className);
  if (!picture) return <span className={look} />;
  return (
    <Picture picture={picture} sizes={sizes} alt="" loading={eager ? "eager" : "lazy"} className={look} />
  );
}
