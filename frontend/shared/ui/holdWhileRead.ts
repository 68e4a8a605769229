import type { FocusEvent, PointerEvent } from "react";
import type { HoldReason } from "~/shared/lib/pausableTimer";

/** What can be held: a message that goes away by itself. */
interface Holdable {
  readonly hold: (reason: HoldReason) => void;
  readonly release: (reason: HoldReason) => void;
}

/** Events of a message's box: while it is touched, pointed at or focused, its time stands still. */
export function holdWhileRead({ hold, release }: Holdable) {
  return {
    // Not on entering: a message that comes up under a resting pointer is not pointed at.
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
