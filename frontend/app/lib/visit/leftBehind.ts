import { useCallback, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** What was ticked on a screen when it was left, by the name under which its history entry keeps it. In memory alone. */
const leftBehind = createStore<Readonly<Record<string, unknown>>>(() => ({}));

/** It has been ordered, or is not wanted. */
export function forgetLeftBehind(name: string): void {
  leftBehind.setState({ [name]: undefined });
}

/** Remembers what is ticked (undefined: nothing) when the screen goes, and offers it when the screen comes again. */
export function useLeftBehind<Value>(name: string, ticked: Value | undefined) {
  const offered = useStore(leftBehind, (left) => left[name] as Value | undefined);
  const latest = useRef(ticked);
  useLayoutEffect(() => {
    latest.current = ticked;
  });
  useLayoutEffect(
    () => () => {
      if (latest.current !== undefined) leftBehind.setState({ [name]: latest.current });
    },
    [name],
  );
  const forget = useCallback(() => forgetLeftBehind(name), [name]);
  return { offered, forget };
}
