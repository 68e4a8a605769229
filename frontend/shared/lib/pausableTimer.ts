import type { FocusEvent, PointerEvent } from "react";

/** Why a timer is paused: the pointer (or a finger) is on the message that it would remove, or the focus is in it. */
export type HoldReason = "pointer" | "focus";

export interface PausableTimer {
  readonly hold: (reason: HoldReason) => void;
  /** Continues with the remaining time once no reason holds it. */
  readonly release: (reason: HoldReason) => void;
  readonly cancel: () => void;
}

/** The time within which a page that is not busy paints. */
const FRAME_MS = 17;

/**
 * Runs a callback after some milliseconds, not counting the time during which it was held. The time counts from the
 * frame that shows what was just rendered, and starts again if a busy page paints that frame late. A hidden page paints
 * nothing.
 */
export function startPausableTimer(run: () => void, milliseconds: number): PausableTimer {
  const reasons = new Set<HoldReason>();
  const start = performance.now();
  let remaining = milliseconds;
  let since = 0;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function go(): void {
    since = performance.now();
    timer = setTimeout(() => {
      isOver = true;
      run();
    }, remaining);
  }

  function countFromHere(): void {
    if (isOver || performance.now() - start <= FRAME_MS) return;
    clearTimeout(timer);
    remaining = milliseconds;
    if (reasons.size === 0) go();
  }

  go();
  requestAnimationFrame(() => setTimeout(countFromHere));
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
      isOver = true;
      // A finished or cancelled timer has nothing to resume.
      reasons.clear();
    },
  };
}

/** Event handlers that pause a message's timer while it is touched, hovered or focused. */
export function holdWhileRead({ hold, release }: Pick<PausableTimer, "hold" | "release">) {
  return {
    // Not on pointerenter: a message may appear under a resting pointer.
    onPointerMove: ({ movementX, movementY }: PointerEvent) => {
      if (movementX !== 0 || movementY !== 0) hold("pointer");
    },
    onPointerDown: () => hold("pointer"),
    onPointerLeave: () => release("pointer"),
    onFocus: () => hold("focus"),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) release("focus");
    },
  };
}
