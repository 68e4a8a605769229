/** Why a timer waits: somebody's pointer (or finger) is on what it would take away, or their focus is in it. */
export type HoldReason = "pointer" | "focus";

export interface PausableTimer {
  readonly hold: (reason: HoldReason) => void;
  /** Once nothing holds it any more, what was left of its time goes on. */
  readonly release: (reason: HoldReason) => void;
  readonly cancel: () => void;
}

/** Runs one thing after some milliseconds, not counting those during which it was held. */
export function startPausableTimer(run: () => void, milliseconds: number): PausableTimer {
  const reasons = new Set<HoldReason>();
  let remaining = milliseconds;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function go(): void {
    since = performance.now();
    timer = setTimeout(run, remaining);
  }

  go();
  return {
    hold: (reason) => {
      if (reasons.size === 0) {
        clearTimeout(timer);
        remaining -= performance.now() - since;
      }
      reasons.add(reason);
    },
    release: (reason) => {
      if (reasons.delete(reason) && reasons.size === 0) go();
    },
    cancel: () => {
      clearTimeout(timer);
      // A timer that is gone has nothing to go on with.
      reasons.clear();
    },
  };
}
