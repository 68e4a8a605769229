import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in prerendered HTML and during hydration, true after it: for content that depends on storage or history state. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
