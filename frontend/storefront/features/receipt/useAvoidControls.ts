import { type RefObject, useEffect } from "react";

const CONTROLS = "main :is(a[href], button, input, select, textarea)";
/** The form's message. */
const MESSAGE = "main form [role=status] > *";

/**
 * Scrolls the page so that a docked card covers no control: down, or up if that would move the form's message out of
 * the window. `size` is any value that changes with the card's height.
 */
export function useAvoidControls(card: RefObject<HTMLElement | null>, docked: boolean, size: unknown): void {
  useEffect(() => {
    if (!docked) return;
    // One frame later: the layout is done, and the shift counts as scrolling.
    const frame = requestAnimationFrame(() => {
      const strip = card.current?.getBoundingClientRect();
      if (!strip) return;
      const controls = [...document.querySelectorAll(CONTROLS)].map((control) =>
        control.getBoundingClientRect(),
      );
      const down = clearance(strip, controls);
      if (down === 0) return;
      const message = document.querySelector(MESSAGE)?.getBoundingClientRect();
      const fits = !message || message.bottom + down <= window.innerHeight;
      window.scrollBy({ top: fits ? -down : clearanceUp(strip, controls), behavior: "instant" });
    });
    return () => cancelAnimationFrame(frame);
  }, [card, docked, size]);
}

type Box = Pick<DOMRect, "top" | "bottom">;

/** Pixels to move the page down until no control is covered, including controls that come from above. */
export function clearance(strip: Box, controls: readonly Box[]): number {
  const high = controls.filter(({ top, bottom }) => bottom > top);
  let down = 0;
  for (;;) {
    const hidden = high.find(({ top, bottom }) => top + down < strip.bottom && bottom + down > strip.top);
    if (!hidden) return down;
    down = Math.ceil(strip.bottom - hidden.top);
  }
}

/** Pixels to move the page up instead. */
export function clearanceUp(strip: Box, controls: readonly Box[]): number {
  const turned = (box: Box) => ({ top: -box.bottom, bottom: -box.top });
  return clearance(turned(strip), controls.map(turned));
}
