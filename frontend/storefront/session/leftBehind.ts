import { useCallback, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** What was ticked on a screen when it was left, by the name under which its history entry keeps it. In memory alone. */
const leftBehind = createStore<Readonly<Record<string, unknown>>>(() => ({}));

/** Says by name that what is ticked has been ordered. */
const ordered = new EventTarget();

/** What was ticked has been ordered: it is offered no more, and a screen that shows it ticked again unticks it. */
export function markOrdered(name: string): void {
  leftBehind.setState({ [name]: undefined });
  ordered.dispatchEvent(new Event(name));
}

/**
 * Remembers what is ticked (undefined: nothing) when the screen goes, and offers it when the screen comes again. It may
 * come again before the answer to the order: `untick` is called when that is taken.
 */
export function useLeftBehind<Value>(name: string, ticked: Value | undefined, untick: () => void) {
  const offered = useStore(leftBehind, (left) => left[name] as Value | undefined);
  const latest = useRef(ticked);
  useLayoutEffect(() => {
    latest.current = ticked;
    ordered.addEventListener(name, untick);
    return () => ordered.removeEventListener(name, untick);
  });
  useLayoutEffect(
    () => () => {
      if (latest.current !== undefined) leftBehind.setState({ [name]: latest.current });
    },
    [name],
  );
  const forget = useCallback(() => leftBehind.setState({ [name]: undefined }), [name]);
  return { offered, forget };
}
