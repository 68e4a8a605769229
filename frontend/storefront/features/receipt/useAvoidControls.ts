import { type RefObject, useEffect } from "react";

const CONTROLS = "main :is(a[href], button, input, select, textarea)";
/** What a form has just said, beside the button that was pressed. */
const MESSAGE = "main form [role=status] > *";

/**
 * What docks over a page must leave nothing beneath it that can be pressed: the page moves down by as much, or up
 * where that would take the form's own message out of the window. `size` stands for what changes its height.
 */
export function useAvoidControls(card: RefObject<HTMLElement | null>, docked: boolean, size: unknown): void {
  useEffect(() => {
    if (!docked) return;
    // A frame later than it comes: until then the page has not moved, and what moves now is a scroll.
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

/** How far the page moves down, in pixels, until none of the controls is beneath the strip, those from above included. */
export function clearance(strip: Box, controls: readonly Box[]): number {
  const high = controls.filter(({ top, bottom }) => bottom > top);
  let down = 0;
  for (;;) {
    const hidden = high.find(({ top, bottom }) => top + down < strip.bottom && bottom + down > strip.top);
    if (!hidden) return down;
    down = Math.ceil(strip.bottom - hidden.top);
  }
}

/** How far it moves up instead; what comes to lie above the strip is out of the window. */
export function clearanceUp(strip: Box, controls: readonly Box[]): number {
  const turned = (box: Box) => ({ top: -box.bottom, bottom: -box.top });
  return clearance(turned(strip), controls.map(turned));
}
