import { useEffect, useRef } from "react";

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
