import type { FocusEvent, PointerEvent } from "react";
import type { HoldReason } from "~/shared/lib/pausableTimer";

interface Holdable {
  readonly hold: (reason: HoldReason) => void;
  readonly release: (reason: HoldReason) => void;
}

/** Event handlers that pause a message's timer while it is touched, hovered or focused. */
export function holdWhileRead({ hold, release }: Holdable) {
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
