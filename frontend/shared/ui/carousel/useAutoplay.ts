import {
  type FocusEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";

export interface Autoplay {
  readonly running: boolean;
  /** Paused by the button. */
  readonly paused: boolean;
  readonly togglePause: () => void;
}

/**
 * Calls `advance` after each slide was shown for `everyMs`. Pauses while a pointer hovers, keyboard focus is inside or
 * the tab is hidden, and is off for visitors who prefer reduced motion.
 */
export function useAutoplay(everyMs: number | undefined, current: number, advance: () => void) {
  const [paused, setPaused] = useState(false);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const still = useSyncExternalStore(onMotionOrTabChange, isMotionUnwanted, () => true);
  const running = everyMs !== undefined && !paused && !hovered && !focused && !still;
  const onBeat = useEffectEvent(advance);

  // `current` is a dependency because the interval restarts with every slide.
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
      // Touch pointers do not hover and never leave.
      onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === "mouse"),
      onPointerLeave: () => setHovered(false),
      // A mouse click leaves the focus behind: only keyboard focus counts.
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
