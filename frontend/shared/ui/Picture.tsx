import { preload } from "react-dom";
import { classNames } from "~/shared/lib/classNames";
import styles from "./Picture.module.css";

/** One picture in several widths, and in AVIF beside WebP: `<file>-<width>.<format>` in the folder of assets. */
export interface PictureSource {
  readonly file: string;
  /** Available widths in pixels, ascending. */
  readonly widths: readonly number[];
  /** Height in pixels at the largest width. */
  readonly height: number;
  /** Placeholder colour: three hexadecimal digits. */
  readonly tone?: string;
  readonly webpOnly?: true;
}

export interface PictureProps {
  picture: PictureSource;
  sizes: string;
  /** Alternative text; empty when adjacent text says the same. */
  alt: string;
  /**
   * lazy: near the viewport. eager: immediately, for the first pictures of a page. first: preloaded with high priority,
   * for the page's largest contentful paint.
   */
  loading?: "lazy" | "eager" | "first";
  className?: string;
}

/** A picture that reserves its space in its placeholder colour. `className` applies to the img element. */
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

/** URL of a picture at one width, by default the largest. */
function address({ file, widths }: PictureSource, format: Format, width = widths.at(-1)): string {
  return `${import.meta.env.BASE_URL}assets/${file}-${width}.${format}`;
}

function sourceSet(picture: PictureSource, format: Format): string {
  return picture.widths.map((width) => `${address(picture, format, width)} ${width}w`).join(", ");
}
