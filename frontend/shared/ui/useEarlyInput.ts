import { useLayoutEffect, useRef } from "react";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Keeps what a visitor typed before the prerendered page came alive: a field that holds something else than its
 * value when it first appears reports it. Without this React would empty the field again.
 */
export function useEarlyInput<Element extends Control>(value: string, onChange?: (value: string) => void) {
  const control = useRef<Element>(null);
  // Once, as the field comes alive.
  useLayoutEffect(() => {
    const held = control.current?.value;
    if (held !== undefined && held !== value) onChange?.(held);
  }, []);
  return control;
}
