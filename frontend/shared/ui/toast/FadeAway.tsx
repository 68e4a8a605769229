import { useEffect, useLayoutEffect } from "react";
import type { ToastTransitionProps } from "react-toastify/unstyled";
import { returnFocus } from "./focus";

/**
 * A toast transition whose timer starts immediately (the library's transitions delay it until they end) and that fades
 * out; toast.css animates the entry.
 */
export function FadeAway({
  children,
  isIn,
  done,
  nodeRef,
  playToast,
  preventExitTransition,
}: ToastTransitionProps) {
  // Once, on mount.
  useLayoutEffect(() => playToast(), []);

  // Once, on exit.
  useEffect(() => {
    if (isIn) return;
    const focused = document.activeElement; // not by :has, which browsers of the floor refuse
    if (focused?.matches(":focus-visible") && nodeRef.current?.contains(focused)) returnFocus();
    const fading = preventExitTransition
      ? undefined
      : nodeRef.current?.animate?.({ opacity: 0 }, { duration: 160, fill: "forwards" });
    if (fading) fading.onfinish = done;
    else done();
  }, [isIn]);

  return children;
}
