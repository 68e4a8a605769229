import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { entryKey, persist, readPersisted } from "./historyState";

export interface PersistedStateOptions<Value> {
  /** Name within the history entry; null keeps nothing. */
  readonly name: string | null;
  readonly value: Value;
  /** What to keep of the value; undefined where nothing is worth keeping. */
  readonly serialize: (value: Value) => unknown;
  /** Takes back what the entry keeps. Anybody can write there; null means that its visit has ended. */
  readonly restore: (persisted: unknown) => void;
}

/**
 * Keeps a state in its history entry: it survives reload, back and forward, until the visit ends. Use it where the
 * page is alive, or with a state that may change right after hydration.
 */
export function usePersistedState<Value>({
  name,
  value,
  serialize,
  restore,
}: PersistedStateOptions<Value>): void {
  const { key } = useLocation();
  const lastWritten = useRef({ value, key });

  useLayoutEffect(() => {
    if (name === null || key !== entryKey()) return;
    const persisted = readPersisted(name);
    if (persisted !== undefined) restore(persisted);
  }, [name, key]);

  useLayoutEffect(() => {
    if (lastWritten.current.value === value && lastWritten.current.key === key) return;
    lastWritten.current = { value, key };
    // While the next screen's code is on its way this one is still in view, but the entry is no longer its own.
    if (name !== null && key === entryKey()) persist(name, serialize(value));
  }, [name, value, key]);
}
