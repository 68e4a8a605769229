import { type ReactNode, use, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  type Location,
  UNSAFE_NavigationContext as NavigationContext,
  type Navigator,
  useNavigationType,
} from "react-router";
import { wasInterrupted } from "~/shared/http/interrupted";
import { showPopup } from "~/shared/ui/notifier";
import { keepCarriedValues } from "~/storefront/session/carriedValues";
import { clearEndedVisit, entryVisit } from "~/storefront/session/historyState";
import { enterFlow } from "~/storefront/session/visits";
import { routeAt } from "./pages";

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
    // Before the router's own listener, which may go to another page.
    document.addEventListener("click", toTopOfPage, { capture: true });
    return () => document.removeEventListener("click", toTopOfPage, { capture: true });
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

/** A link to the page in view leads to its top. */
function toTopOfPage({ target }: Event): void {
  const link = target instanceof Element ? target.closest("a") : null;
  const [here] = window.location.href.split("#");
  if (link && link.href === here) window.scrollTo({ top: 0 });
}

const TEXT =
  "You left while we were sending. If an email from us arrives, we have your request. If not, please send it again.";

/** Shows a notice if the previous page was left while sending. */
export function useInterruptedNotice(): void {
  useEffect(() => {
    if (wasInterrupted()) showPopup({ kind: "error", text: TEXT, durationMs: 10_000 });
  }, []);
}

/**
 * Navigation to the current URL replaces the history entry, as in any browser: a link may be clicked again while its
 * page loads. The router would compare with the screen that is still displayed.
 */
export function ReplaceSameUrl({ children }: { children: ReactNode }) {
  const context = use(NavigationContext);
  const value = useMemo(() => {
    const { navigator } = context;
    const push: Navigator["push"] = (to, state, options) => {
      const { pathname, search, hash } = window.location;
      const isHere = navigator.createHref(to) === pathname + search + hash;
      navigator[isHere ? "replace" : "push"](to, state, options);
    };
    return { ...context, navigator: Object.assign(Object.create(navigator) as Navigator, { push }) };
  }, [context]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}

interface FlowLifecycleProps {
  location: Location;
  /** The location of the displayed screen: the URL's, once the code of its screen has loaded. */
  displayed: Location;
}

/**
 * Ends visits: following a link into another flow ends the previous flow's visit. A history entry of an ended visit is
 * cleared when the history returns to it, before its screen reads it.
 */
export function FlowLifecycle({ location, displayed }: FlowLifecycleProps) {
  const isLink = useNavigationType() !== "POP";
  useLayoutEffect(() => {
    if (location !== displayed) return;
    enterFlow(routeAt(displayed.pathname)?.flow, isLink, entryVisit());
    clearEndedVisit();
    keepCarriedValues();
  }, [location, displayed, isLink]);
  return null;
}
