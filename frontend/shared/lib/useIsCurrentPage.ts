import { useEffect, useRef } from "react";

/**
 * Tells whether the visitor is still at this screen. Someone on the way to another one is not, although this
 * one stays in view until the other's code has arrived.
 */
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
