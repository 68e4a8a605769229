import { type RefObject, useEffect, useRef } from "react";

const CONTROLS = "main :is(a[href], button, input, select, textarea)";
const MESSAGE = "main [data-message]";

/**
 * Scrolls the page so that a docked card covers no control, and one at the page's top is in view. `size` is any value
 * that changes with the height of a docked card.
 */
export function useCardPosition(card: RefObject<HTMLElement | null>, docked: boolean, size: unknown): void {
  const wasDocked = useRef(false);
  useEffect(() => {
    function move(): void {
      if (!card.current) return;
      if (docked) moveControlsClear(card.current.getBoundingClientRect());
      // A scrolled page keeps its position.
      else if (wasDocked.current || window.scrollY <= card.current.offsetHeight) {
        window.scrollTo({ top: 0, behavior: "instant" });
      }
      wasDocked.current = docked;
    }
    // After the frame that draws the card in its new size.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(move);
    });
    return () => cancelAnimationFrame(frame);
  }, [card, docked, docked && size]);
}

/** Moves the page down, or up if that would move the form's message out of the window. */
function moveControlsClear(strip: DOMRect): void {
  const controls = [...document.querySelectorAll(CONTROLS)].map((control) => control.getBoundingClientRect());
  const down = clearance(strip, controls);
  if (down === 0) return;
  const message = document.querySelector(MESSAGE)?.getBoundingClientRect();
  const fits = !message || message.bottom + down <= window.innerHeight;
  window.scrollBy({ top: fits ? -down : clearanceUp(strip, controls), behavior: "instant" });
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
