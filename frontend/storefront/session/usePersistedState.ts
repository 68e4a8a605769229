import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { entryKey, persist, readPersisted } from "./historyState";

export interface PersistedStateOptions<Value> {
  /** Name within the history entry; null persists nothing. */
  readonly name: string | null;
  readonly value: Value;
  /** Returns the value to persist; undefined for none. */
  readonly serialize: (value: Value) => unknown;
  /** Receives the persisted value, which is untrusted; null when its visit has ended. */
  readonly restore: (persisted: unknown) => void;
}

/**
 * Persists state in its history entry, for reload, back and forward, until the visit ends. The state may change right
 * after hydration.
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
    // While the next screen loads, this one is still displayed, but the entry belongs to the next.
    if (name !== null && key === entryKey()) persist(name, serialize(value));
  }, [name, value, key]);
}
