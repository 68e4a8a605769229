export interface SlideOrder {
  readonly count: number;
  readonly infinite: boolean;
}

/** The next or previous slide; undefined at the ends of a finite carousel. */
export function stepFrom(current: number, step: 1 | -1, { count, infinite }: SlideOrder): number | undefined {
  const index = current + step;
  if (infinite) return (index + count) % count;
  return index < 0 || index >= count ? undefined : index;
}

/** The side of the current slide on which another one waits; the nearer one in an infinite carousel. */
export function sideOf(
  index: number,
  current: number,
  { count, infinite }: SlideOrder,
): "here" | "before" | "after" {
  if (index === current) return "here";
  if (!infinite) return index < current ? "before" : "after";
  return (index - current + count) % count <= count / 2 ? "after" : "before";
}
