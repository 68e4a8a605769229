import { preload } from "react-dom";
import { classNames } from "~/shared/lib/classNames";
import styles from "./Picture.module.css";

/** One picture in several widths, and in AVIF beside WebP: `<file>-<width>.<format>` in the folder of assets. */
export interface PictureSource {
  readonly file: string;
  /** Widths in pixels that there are, smallest first. */
  readonly widths: readonly number[];
  /** Height in pixels of the widest. */
  readonly height: number;
  /** Its mean colour, which stands in for it while it loads: three hexadecimal digits. */
  readonly tone?: string;
  readonly webpOnly?: true;
}

export interface PictureProps {
  picture: PictureSource;
  /** Width at which it is shown, as the `sizes` attribute of an image. */
  sizes: string;
  /** Words for those who cannot see it; empty where words beside it say the same. */
  alt: string;
  /**
   * lazy: when it comes near. eager: at once, for the first pictures of a page. first: before everything else, for
   * the one that is the largest thing to be seen when the page opens.
   */
  loading?: "lazy" | "eager" | "first";
  className?: string;
}

/** A picture that keeps its place and shows its colour there while it loads. The class goes to the image itself. */
export function Picture({ picture, sizes, alt, loading = "lazy", className }: PictureProps) {
  const first = loading === "first";
  const avif = picture.webpOnly ? undefined : sourceSet(picture, "avif");
  const webp = sourceSet(picture, "webp");
  if (first) {
    preload(address(picture, "avif"), {
      as: "image",
      imageSrcSet: avif ?? webp,
      imageSizes: sizes,
      type: avif ? "image/avif" : "image/webp",
      fetchPriority: "high",
    });
  }
  return (
    <picture className={styles.frame}>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        sizes={sizes}
        srcSet={webp}
        src={address(picture, "webp")}
        width={picture.widths.at(-1)}
        height={picture.height}
        alt={alt}
        loading={loading === "lazy" ? "lazy" : undefined}
        decoding={first ? undefined : "async"}
        fetchPriority={first ? "high" : undefined}
        data-tone={picture.tone}
        className={classNames(styles.image, className)}
      />
    </picture>
  );
}

type Format = "avif" | "webp";

/** Where one width (the widest, unless said) of a picture is. */
function address({ file, widths }: PictureSource, format: Format, width = widths.at(-1)): string {
  return `${import.meta.env.BASE_URL}assets/${file}-${width}.${format}`;
}

function sourceSet(picture: PictureSource, format: Format): string {
  return picture.widths.map((width) => `${address(picture, format, width)} ${width}w`).join(", ");
}
