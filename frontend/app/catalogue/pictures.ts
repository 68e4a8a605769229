/** One dish picture: two widths for the browser to choose from. Width and height are the larger file's pixels. */
export interface DishPictureFile {
  readonly src: string;
  readonly srcSet: string;
  readonly width: number;
  readonly height: number;
}

const EDGE = 640;
const SMALL_EDGE = 320;

const addresses = import.meta.glob<string>("../pictures/dishes/*.webp", {
  eager: true,
  query: "?url",
  import: "default",
});

/** The picture that belongs to a dish's picture key, or undefined while there is none. */
export function pictureOf(key: string): DishPictureFile | undefined {
  const large = addresses[`../pictures/dishes/${key}.webp`];
  const small = addresses[`../pictures/dishes/${key}-${SMALL_EDGE}.webp`];
  if (large === undefined) return undefined;
  const srcSet = small === undefined ? `${large} ${EDGE}w` : `${small} ${SMALL_EDGE}w, ${large} ${EDGE}w`;
  return { src: large, srcSet, width: EDGE, height: EDGE };
}
