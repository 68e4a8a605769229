import { type ReactNode, useState } from "react";
import { classNames } from "~/shared/lib/classNames";
import visuallyHidden from "../VisuallyHidden.module.css";
import styles from "./Carousel.module.css";
import { CarouselControls } from "./CarouselControls";
import { sideOf, stepFrom } from "./order";
import { useAutoplay } from "./useAutoplay";
import { useSwipe } from "./useSwipe";

interface Slide {
  /** Accessible name of the slide's dot. */
  readonly label: string;
  /** Announced when the visitor chooses the slide; defaults to the label. */
  readonly announcement?: string;
  readonly content: ReactNode;
}

export interface CarouselProps {
  label: string;
  slides: readonly Slide[];
  infinite?: boolean;
  /** Autoplay interval in milliseconds; off by default. */
  autoplayMs?: number;
  controls: "above" | "below";
  /** Called when the visitor chooses another slide. */
  onChoose?: (index: number) => void;
  /** The class that sets --slide-duration. */
  className?: string;
}

/**
 * One slide at a time, with dots, arrows and swiping. Slides are stacked and move by CSS transitions, so that the
 * duration is exact and prerendered HTML needs no inline style.
 */
export function Carousel({
  label,
  slides,
  infinite = false,
  autoplayMs,
  controls,
  onChoose,
  className,
}: CarouselProps) {
  const [{ current, leaving }, setPlace] = useState<{ current: number; leaving?: number }>({ current: 0 });
  const [announcement, setAnnouncement] = useState("");
  const order = { count: slides.length, infinite };

  function show(index: number): void {
    setPlace((place) => (place.current === index ? place : { current: index, leaving: place.current }));
  }

  function choose(index: number | undefined): void {
    if (index === undefined) return;
    show(index);
    setAnnouncement(slides[index]?.announcement ?? slides[index]?.label ?? "");
    onChoose?.(index);
  }

  const next = stepFrom(current, 1, order);
  const previous = stepFrom(current, -1, order);
  const autoplay = useAutoplay(autoplayMs, current, () => next !== undefined && show(next));
  const swipe = useSwipe({
    onNext: next === undefined ? undefined : () => choose(next),
    onPrevious: previous === undefined ? undefined : () => choose(previous),
  });

  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      className={classNames(styles.carousel, styles[controls], className)}
      {...autoplay.interruptions}
    >
      <CarouselControls
        sticky={controls === "above"}
        labels={slides.map((slide) => slide.label)}
        current={current}
        next={next}
        previous={previous}
        onChoose={choose}
        autoplay={autoplayMs === undefined ? undefined : autoplay}
      />
      {/* Announces only the name of a chosen slide, and nothing during autoplay. */}
      <p className={visuallyHidden.text} aria-live={autoplay.running ? "off" : "polite"}>
        {announcement}
      </p>
      <div className={styles.window} {...swipe}>
        {slides.map((slide, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is a group by the carousel pattern, not a fieldset
          <div
            key={slide.label}
            role="group"
            aria-roledescription="slide"
            aria-label={slide.label}
            inert={index !== current}
            data-side={sideOf(index, current, order)}
            data-moving={index === current || index === leaving || undefined}
            className={styles.slide}
          >
            {slide.content}
          </div>
        ))}
      </div>
    </section>
  );
}
