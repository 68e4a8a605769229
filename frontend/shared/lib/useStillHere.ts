import { useEffect, useRef } from "react";

/**
 * Tells whether the visitor is still at this screen. Someone on the way to another one is not, although this
 * one stays in view until the other's code has arrived.
 */
export function useStillHere(): () => boolean {
  const address = useRef<string>(undefined);
  useEffect(() => {
    address.current = window.location.pathname;
    return () => {
      address.current = undefined;
    };
  }, []);
  return () => address.current === window.location.pathname;
}
