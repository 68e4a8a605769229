import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** True from the second path on: what arrival does must not happen at the first load of the page. */
function useChanged(pathname: string): () => boolean {
  const previous = useRef(pathname);
  return () => {
    const changed = previous.current !== pathname;
    previous.current = pathname;
    return changed;
  };
}

/**
 * What happens when another path's screen has appeared: the window jumps to the top at once (specification,
 * section 2), focus moves to the screen's heading, and the returned title is there to be announced.
 */
export function useNavigationEffects(pathname: string): string {
  const [announcement, setAnnouncement] = useState("");
  const jumpDue = useChanged(pathname);
  const focusDue = useChanged(pathname);

  useEffect(() => {
    window.history.scrollRestoration = "manual";
  }, []);

  useLayoutEffect(() => {
    if (jumpDue()) window.scrollTo({ top: 0, left: 0, behavior: "instant" });
  });

  useEffect(() => {
    if (!focusDue()) return;
    const heading =
      document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    setAnnouncement(document.title);
  });

  return announcement;
}
