import { useEffect, useRef } from "react";

/** Returns a setTimeout: a newer call replaces the older one, and leaving the page cancels it. */
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

/** Returns false once the visitor navigates away, even while this screen is displayed until the next one has loaded. */
export function useIsCurrentPage(): () => boolean {
  const pathname = useRef<string>(undefined);
  useEffect(() => {
    pathname.current = window.location.pathname;
    return () => {
      pathname.current = undefined;
    };
  }, []);
  return () => pathname.current === window.location.pathname;
}
