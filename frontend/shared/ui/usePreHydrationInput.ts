import { useLayoutEffect, useRef } from "react";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Keeps what a visitor typed before the prerendered page came alive: a field that holds something else than its
 * value when it first appears reports it. Without this React would empty the field again.
 */
export function usePreHydrationInput<Element extends Control>(
  value: string,
  onChange?: (value: string) => void,
) {
  const control = useRef<Element>(null);
  // Once, as the field comes alive.
  useLayoutEffect(() => {
    const typed = control.current?.value;
    if (typed !== undefined && typed !== value) onChange?.(typed);
  }, []);
  return control;
}
