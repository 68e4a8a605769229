import { createContext, type ReactNode, startTransition, use, useEffect, useRef, useState } from "react";

/** Whether a link led to the screen that is shown, rather than a page load or the history. */
export const ArrivedByLink = createContext(false);

/**
 * What nobody sees before scrolling or pressing: a visitor who comes by a link gets the screen without it first, and
 * this as soon as that is drawn. A page that is loaded, or returned to, is whole at once: it was prerendered so, and
 * it may be scrolled.
 */
export function SoonAfter({ children }: { children: ReactNode }) {
  const [here, setHere] = useState(!use(ArrivedByLink));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    // It tells of the place once a frame has been drawn with it, and is no timer that somebody may have stopped.
    const drawn = new IntersectionObserver(() => startTransition(() => setHere(true)));
    drawn.observe(place.current);
    return () => drawn.disconnect();
  }, []);
  return here ? children : <div ref={place} />;
}
