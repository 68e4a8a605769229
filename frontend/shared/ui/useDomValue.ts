import { type RefObject, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";

type Control = HTMLElement & { readonly form: HTMLFormElement | null };

/**
 * Keeps the state of a form's control equal to what the control shows, whoever changed it: before hydration, or later
 * without an event, as password managers and in-app browsers do. What is seen is then what is sent. React would reset a
 * controlled field instead, so the control gets the returned, initial value as `defaultValue` or `defaultChecked`.
 */
export function useDomValue<Name extends "value" | "checked", Value extends string | boolean>(
  control: RefObject<(Control & Record<Name, Value>) | null>,
  property: Name,
  value: Value,
  onChange?: (value: Value) => void,
): Value {
  const [first] = useState(value);
  /** The value on which state and control last agreed: whichever differs from it has changed since. */
  const agreed = useRef(value);
  const [, render] = useReducer((count: number) => count + 1, 0);

  const read = useEffectEvent((renderAtOnce = false) => {
    const element: Record<Name, Value> | null = control.current;
    if (!element || element[property] === agreed.current) return;
    const shown = element[property];
    agreed.current = shown;
    if (renderAtOnce) flushSync(() => onChange?.(shown));
    else onChange?.(shown);
  });

  useLayoutEffect(() => {
    const element: Record<Name, Value> | null = control.current;
    if (element && value !== agreed.current) {
      agreed.current = value;
      element[property] = value;
    }
    // Outside a form nothing is sent; ticks from before hydration are replayed there (storefront/hydration).
    if (control.current?.form) read();
  });

  useLayoutEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const onEvent = () => {
      read();
      render(); // in case the change is not accepted
    };
    // Not React's onChange, which misses an event after a change by script.
    for (const type of ["input", "change"]) control.current?.addEventListener(type, onEvent, { signal });
    // Before React's own handlers, which are then those of the new state.
    const readAtOnce = () => control.current?.form && read(true);
    for (const type of ["submit", "click"])
      document.addEventListener(type, readAtOnce, { capture: true, signal });
    return () => listening.abort();
  }, [control]);

  return first;
}
