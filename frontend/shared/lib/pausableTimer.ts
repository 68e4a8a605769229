/** Why a timer is paused: the pointer (or a finger) is on the message that it would remove, or the focus is in it. */
export type HoldReason = "pointer" | "focus";

export interface PausableTimer {
  readonly hold: (reason: HoldReason) => void;
  /** Continues with the remaining time once no reason holds it. */
  readonly release: (reason: HoldReason) => void;
  readonly cancel: () => void;
}

/** Runs a callback after some milliseconds, not counting the time during which it was held. */
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
      // A finished or cancelled timer has nothing to resume.
      reasons.clear();
    },
  };
}
