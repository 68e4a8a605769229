import { useEffect, useRef } from "react";

/** Runs one thing after some milliseconds. A newer one takes its place; leaving the page cancels it. */
export function useLater(): (run: () => void, milliseconds: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      clearTimeout(timer.current);
    };
  }, []);
  return (run, milliseconds) => {
    clearTimeout(timer.current);
    if (!left.current) timer.current = setTimeout(run, milliseconds);
  };
}
