import { useEffect, useRef } from "react";
import { useIsCurrentPage } from "./useIsCurrentPage";

/** Returns a setTimeout of which a newer call replaces the older one, and leaving the page cancels it. */
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
