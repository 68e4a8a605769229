import { useLayoutEffect, useRef } from "react";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Keeps what a visitor typed before hydration: a field whose DOM value differs from its prop on mount calls `onChange`.
 * Otherwise React would reset it.
 */
export function usePreHydrationInput<Element extends Control>(
  value: string,
  onChange?: (value: string) => void,
) {
  const control = useRef<Element>(null);
  // Once, on hydration.
  useLayoutEffect(() => {
    const typed = control.current?.value;
    if (typed !== undefined && typed !== value) onChange?.(typed);
  }, []);
  return control;
}
