import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** Returns true once per change of the path, and not at the first load. */
function useChanged(pathname: string): () => boolean {
  const previous = useRef(pathname);
  return () => {
    const changed = previous.current !== pathname;
    previous.current = pathname;
    return changed;
  };
}

/**
 * When another screen is displayed, the window jumps to the top (specification, section 2), the focus moves to the
 * screen's heading, and the returned title is announced.
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
