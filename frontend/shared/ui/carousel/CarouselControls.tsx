import { ArrowIcon, PauseIcon, PlayIcon } from "~/shared/ui/icons";
import { topBar } from "~/shared/ui/stickyBar";
import styles from "./Carousel.module.css";
import type { Autoplay } from "./useAutoplay";

export interface CarouselControlsProps {
  /** Sticky at the top of the window. */
  sticky: boolean;
  labels: readonly string[];
  current: number;
  next: number | undefined;
  previous: number | undefined;
  onChoose: (index: number | undefined) => void;
  /** Undefined without autoplay. */
  autoplay: Autoplay | undefined;
}

/**
 * Pause, previous, one dot per slide, next. They precede the slides in tab order. At an end the arrow is only
 * aria-disabled, because a disabled button loses the focus.
 */
export function CarouselControls({
  sticky,
  labels,
  current,
  next,
  previous,
  onChoose,
  autoplay,
}: CarouselControlsProps) {
  return (
    <div ref={sticky ? topBar : undefined} className={styles.controls}>
      {autoplay && (
        <button type="button" className={styles.pause} onClick={autoplay.togglePause}>
          {autoplay.paused ? <PlayIcon label="Play slides" /> : <PauseIcon label="Pause slides" />}
        </button>
      )}
      <button
        type="button"
        className={styles.previous}
        aria-disabled={previous === undefined || undefined}
        onClick={() => onChoose(previous)}
      >
        <ArrowIcon label="Previous slide" />
      </button>
      <ol className={styles.dots}>
        {labels.map((label, index) => (
          <li key={label}>
            <button
              type="button"
              className={styles.dot}
              aria-current={index === current || undefined}
              onClick={() => onChoose(index)}
            >
              <span>{label}</span>
            </button>
          </li>
        ))}
      </ol>
      <button type="button" aria-disabled={next === undefined || undefined} onClick={() => onChoose(next)}>
        <ArrowIcon label="Next slide" />
      </button>
    </div>
  );
}
