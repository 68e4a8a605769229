export interface SlideOrder {
  readonly count: number;
  readonly infinite: boolean;
}

/** The slide one step further or back; undefined at the ends of a carousel that is not infinite. */
export function stepFrom(current: number, step: 1 | -1, { count, infinite }: SlideOrder): number | undefined {
  const index = current + step;
  if (infinite) return (index + count) % count;
  return index < 0 || index >= count ? undefined : index;
}

/** On which side of the current slide another one waits; in an infinite carousel, on the nearer one. */
export function sideOf(
  index: number,
  current: number,
  { count, infinite }: SlideOrder,
): "here" | "before" | "after" {
  if (index === current) return "here";
  if (!infinite) return index < current ? "before" : "after";
  return (index - current + count) % count <= count / 2 ? "after" : "before";
}
