import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { entryKey, keep, readKept } from "./entry";

export interface KeptState<Value> {
  /** Name within the history entry; null keeps nothing. */
  readonly name: string | null;
  readonly value: Value;
  /** What to keep of the value; undefined where nothing is worth keeping. */
  readonly pack: (value: Value) => unknown;
  /** Takes back what the entry keeps. Anybody can write there; null means that its visit has ended. */
  readonly restore: (kept: unknown) => void;
}

/**
 * Keeps a state in its history entry: it survives reload, back and forward, until the visit ends. Use it where the
 * page is alive, or with a state that may change right after hydration.
 */
export function useKept<Value>({ name, value, pack, restore }: KeptState<Value>): void {
  const { key } = useLocation();
  const last = useRef({ value, key });

  useLayoutEffect(() => {
    if (name === null || key !== entryKey()) return;
    const found = readKept(name);
    if (found !== undefined) restore(found);
  }, [name, key]);

  useLayoutEffect(() => {
    if (last.current.value === value && last.current.key === key) return;
    last.current = { value, key };
    // While the next screen's code is on its way this one is still in view, but the entry is no longer its own.
    if (name !== null && key === entryKey()) keep(name, pack(value));
  }, [name, value, key]);
}
