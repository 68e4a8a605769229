import { useEffect, useRef } from "react";
import { useStillHere } from "./useStillHere";

/** Runs one thing after some milliseconds. A newer one takes its place; leaving the page cancels it. */
export function useLater(): (run: () => void, milliseconds: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stillHere = useStillHere();
  useEffect(() => () => clearTimeout(timer.current), []);
  return (run, milliseconds) => {
    clearTimeout(timer.current);
    if (!stillHere()) return;
    timer.current = setTimeout(() => {
      if (stillHere()) run();
    }, milliseconds);
  };
}
