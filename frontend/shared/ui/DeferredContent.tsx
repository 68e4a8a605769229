import { createContext, type ReactNode, startTransition, use, useEffect, useRef, useState } from "react";

/** Whether a link led to the displayed screen, rather than a page load or the history. */
export const ArrivedByLink = createContext(false);

/**
 * Content below the first view. After a link navigation it renders one frame later than the rest of the screen. A
 * loaded or revisited page renders it immediately: it was prerendered, and may be scrolled.
 */
export function DeferredContent({ children }: { children: ReactNode }) {
  const [isShown, setIsShown] = useState(!use(ArrivedByLink));
  const placeholder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!placeholder.current) return;
    // Fires after the first frame with the placeholder; unlike a timer it also runs when tests stop the clock.
    const drawn = new IntersectionObserver(() => startTransition(() => setIsShown(true)));
    drawn.observe(placeholder.current);
    return () => drawn.disconnect();
  }, []);
  return isShown ? children : <div ref={placeholder} />;
}
