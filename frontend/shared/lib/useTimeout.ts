import { useEffect, useRef } from "react";
import { useIsCurrentPage } from "./useIsCurrentPage";

/** Runs one thing after some milliseconds. A newer one takes its place; leaving the page cancels it. */
export function useTimeout(): (run: () => void, milliseconds: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isCurrentPage = useIsCurrentPage();
  useEffect(() => () => clearTimeout(timer.current), []);
  return (run, milliseconds) => {
    clearTimeout(timer.current);
    if (!isCurrentPage()) return;
    timer.current = setTimeout(() => {
      if (isCurrentPage()) run();
    }, milliseconds);
  };
}
