import { type PointerEvent, useRef } from "react";

interface Drag {
  readonly pointerId: number;
  readonly startX: number;
  readonly startedAt: number;
  moved: number;
}

export interface SwipeTargets {
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
