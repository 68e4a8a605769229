import { useEffect, useLayoutEffect } from "react";
import type { ToastTransitionProps } from "react-toastify/unstyled";
import { returnFocus } from "./focus";

/**
 * A toast's timer starts at once (the library's own transitions hold it back until they have come in) and it fades
 * when it goes; how it comes in is toast.css's.
 */
export function FadeAway({
  children,
  isIn,
  done,
  nodeRef,
  playToast,
  preventExitTransition,
}: ToastTransitionProps) {
  // Once, as it appears.
  useLayoutEffect(() => playToast(), []);

  // Once, as it goes.
  useEffect(() => {
    if (isIn) return;
    if (nodeRef.current?.matches(":focus-visible, :has(:focus-visible)")) returnFocus();
    const fading = preventExitTransition
      ? undefined
      : nodeRef.current?.animate?.({ opacity: 0 }, { duration: 160, fill: "forwards" });
    if (fading) fading.onfinish = done;
    else done();
  }, [isIn]);

  return children;
}
