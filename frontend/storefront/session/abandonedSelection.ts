import { useCallback, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** Selections of screens that were left, by their name in history entries. In memory only. */
const abandoned = createStore<Readonly<Record<string, unknown>>>(() => ({}));

/** Dispatches the name of a selection that was ordered. */
const ordered = new EventTarget();

/** Discards an ordered selection, also on a screen that still or again displays it. */
export function markOrdered(name: string): void {
  abandoned.setState({ [name]: undefined });
  ordered.dispatchEvent(new Event(name));
}

/**
 * Stores the selection (undefined: none) when the screen unmounts, and offers it when the screen mounts again. That may
 * be before the reply to its order: `clearSelection` is called when the order is accepted.
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
