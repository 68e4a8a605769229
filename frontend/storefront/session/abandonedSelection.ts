import { useCallback, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** What was ticked on a screen when it was left, by the name under which its history entry keeps it. In memory alone. */
const abandoned = createStore<Readonly<Record<string, unknown>>>(() => ({}));

/** Says by name that what is ticked has been ordered. */
const ordered = new EventTarget();

/** What was ticked has been ordered: it is offered no more, and a screen that shows it ticked again unticks it. */
export function markOrdered(name: string): void {
  abandoned.setState({ [name]: undefined });
  ordered.dispatchEvent(new Event(name));
}

/**
 * Remembers what is ticked (undefined: nothing) when the screen goes, and offers it when the screen comes again. It may
 * come again before the answer to the order: `untick` is called when that is taken.
 */
export function useAbandonedSelection<Value>(
  name: string,
  selected: Value | undefined,
  clearSelection: () => void,
) {
  const offered = useStore(abandoned, (selections) => selections[name] as Value | undefined);
  const latest = useRef(selected);
  useLayoutEffect(() => {
    latest.current = selected;
    ordered.addEventListener(name, clearSelection);
    return () => ordered.removeEventListener(name, clearSelection);
  });
  useLayoutEffect(
    () => () => {
      if (latest.current !== undefined) abandoned.setState({ [name]: latest.current });
    },
    [name],
  );
  const discard = useCallback(() => abandoned.setState({ [name]: undefined }), [name]);
  return { offered, discard };
}
