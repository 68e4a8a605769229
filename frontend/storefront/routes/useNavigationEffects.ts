import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { wasInterrupted } from "~/shared/http/interrupted";
import { showPopup } from "~/shared/ui/popup";

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

const TEXT =
  "You left while we were sending. If an email from us arrives, we have your request. If not, please send it again.";

/** Shows a notice if the previous page was left while sending. */
export function useInterruptedNotice(): void {
  useEffect(() => {
    if (wasInterrupted()) showPopup({ kind: "error", text: TEXT, durationMs: 10_000 });
  }, []);
}
