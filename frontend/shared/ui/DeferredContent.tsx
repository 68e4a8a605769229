import { createContext, type ReactNode, startTransition, use, useEffect, useRef, useState } from "react";

/** Whether a link led to the screen that is shown, rather than a page load or the history. */
export const ArrivedByLink = createContext(false);

/**
 * What nobody sees before scrolling or pressing: a visitor who comes by a link gets the screen without it first, and
 * this as soon as that is drawn. A page that is loaded, or returned to, is whole at once: it was prerendered so, and
 * it may be scrolled.
 */
export function DeferredContent({ children }: { children: ReactNode }) {
  const [isShown, setIsShown] = useState(!use(ArrivedByLink));
  const placeholder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!placeholder.current) return;
    // It tells of the place once a frame has been drawn with it, and is no timer that somebody may have stopped.
    const drawn = new IntersectionObserver(() => startTransition(() => setIsShown(true)));
    drawn.observe(placeholder.current);
    return () => drawn.disconnect();
  }, []);
  return isShown ? children : <div ref={placeholder} />;
}
