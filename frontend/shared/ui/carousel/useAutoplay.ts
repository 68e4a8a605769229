import {
  type FocusEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";

export interface Autoplay {
  /** The next slide comes by itself. */
  readonly running: boolean;
  /** Stopped by the pause button, until it is pressed again. */
  readonly paused: boolean;
  readonly togglePause: () => void;
}

/**
 * Calls `advance` when a slide has stood for `everyMs`. Waits while a pointer hovers, the keyboard is inside, the
 * tab is hidden or pause was pressed, and never runs for visitors who asked for less motion.
 */
export function useAutoplay(everyMs: number | undefined, current: number, advance: () => void) {
  const [paused, setPaused] = useState(false);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const still = useSyncExternalStore(onMotionOrTabChange, isMotionUnwanted, () => true);
  const running = everyMs !== undefined && !paused && !hovered && !focused && !still;
  const onBeat = useEffectEvent(advance);

  // `current` is listed because the beat begins anew with every slide.
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(onBeat, everyMs);
    return () => clearTimeout(timer);
  }, [running, everyMs, current]);

  return {
    running,
    paused,
    togglePause: () => setPaused(!paused),
    interruptions: {
      // A finger that touches is no hovering pointer: it never leaves.
      onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === "mouse"),
      onPointerLeave: () => setHovered(false),
      // A mouse press leaves focus behind without anyone reading there: only the keyboard's focus counts.
      onFocus: (event: FocusEvent) => setFocused(event.target.matches(":focus-visible")),
      onBlur: () => setFocused(false),
    },
  };
}

const motionQuery = "(prefers-reduced-motion: reduce)";

function isMotionUnwanted(): boolean {
  return document.hidden || window.matchMedia(motionQuery).matches;
}

function onMotionOrTabChange(onChange: () => void): () => void {
  const motion = window.matchMedia(motionQuery);
  motion.addEventListener("change", onChange);
  document.addEventListener("visibilitychange", onChange);
  return () => {
    motion.removeEventListener("change", onChange);
    document.removeEventListener("visibilitychange", onChange);
  };
}
