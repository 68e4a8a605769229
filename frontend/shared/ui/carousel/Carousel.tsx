import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { classNames } from "~/shared/lib/classNames";
import { ArrowIcon, PauseIcon, PlayIcon } from "~/shared/ui/icons";
import { topBar } from "~/shared/ui/stickyBar";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import styles from "./Carousel.module.css";
import { type Autoplay, useAutoplay } from "./useAutoplay";

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

interface CarouselControlsProps {
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
function CarouselControls({
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

interface Drag {
  readonly pointerId: number;
  readonly startX: number;
  readonly startedAt: number;
  moved: number;
}

interface SwipeTargets {
  /** Undefined without a slide in that direction: the slide then yields a little and returns. */
  readonly onNext: (() => void) | undefined;
  readonly onPrevious: (() => void) | undefined;
}

/** Pixels before a touch counts as a swipe. */
const SLACK = 8;
/** A swipe counts when it crosses this share of the width, or exceeds this speed in pixels per millisecond. */
const SHARE = 0.25;
const FLICK = 0.5;

/** Horizontal dragging by touch; the slides follow through the custom property --drag. */
export function useSwipe({ onNext, onPrevious }: SwipeTargets) {
  const drag = useRef<Drag>(undefined);

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    drag.current = {
      pointerId: event.pointerId,
      startX: event.clientX,
      startedAt: event.timeStamp,
      moved: 0,
    };
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (drag.current?.pointerId !== event.pointerId) return;
    const window = event.currentTarget;
    const moved = event.clientX - drag.current.startX;
    if (drag.current.moved === 0 && Math.abs(moved) < SLACK) return;
    if (drag.current.moved === 0) window.setPointerCapture(event.pointerId);
    const target = moved < 0 ? onNext : onPrevious;
    drag.current.moved = target ? moved : moved / 4;
    window.dataset.dragging = "";
    window.style.setProperty("--drag", `${drag.current.moved}px`);
  }

  function onPointerUp(event: PointerEvent<HTMLElement>): void {
    const done = release(event);
    if (!done) return;
    const speed = Math.abs(done.moved) / Math.max(1, event.timeStamp - done.startedAt);
    const far = Math.abs(done.moved) > event.currentTarget.clientWidth * SHARE;
    if (done.moved === 0 || !(far || speed > FLICK)) return;
    (done.moved < 0 ? onNext : onPrevious)?.();
  }

  function release(event: PointerEvent<HTMLElement>): Drag | undefined {
    const done = drag.current;
    if (done?.pointerId !== event.pointerId) return undefined;
    drag.current = undefined;
    delete event.currentTarget.dataset.dragging;
    event.currentTarget.style.removeProperty("--drag");
    return done;
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: release };
}

interface SlideOrder {
  readonly count: number;
  readonly infinite: boolean;
}

/** The next or previous slide; undefined at the ends of a finite carousel. */
export function stepFrom(current: number, step: 1 | -1, { count, infinite }: SlideOrder): number | undefined {
  const index = current + step;
  if (infinite) return (index + count) % count;
  return index < 0 || index >= count ? undefined : index;
}

/** The side of the current slide on which a slide waits; in an infinite carousel the nearer side. */
export function sideOf(
  index: number,
  current: number,
  { count, infinite }: SlideOrder,
): "here" | "before" | "after" {
  if (index === current) return "here";
  if (!infinite) return index < current ? "before" : "after";
  return (index - current + count) % count <= count / 2 ? "after" : "before";
}
