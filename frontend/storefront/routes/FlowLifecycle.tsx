import { useLayoutEffect } from "react";
import { type Location, useNavigationType } from "react-router";
import { clearEndedVisit, entryVisit } from "~/storefront/session/historyState";
import { enterFlow } from "~/storefront/session/visits";
import { routeAt } from "./pages";

export interface FlowLifecycleProps {
  location: Location;
  /** The location whose screen is in view: the address, once the code of its screen has arrived. */
  displayed: Location;
}

/**
 * Stands above the screens and ends visits: a visitor who has followed a link into another journey has left the one
 * before, and an entry that it left behind is emptied when the history comes back to it, before its screen looks.
 */
export function FlowLifecycle({ location, displayed }: FlowLifecycleProps) {
  const isLink = useNavigationType() !== "POP";
  useLayoutEffect(() => {
    if (location !== displayed) return;
    enterFlow(routeAt(displayed.pathname)?.flow, isLink, entryVisit());
    clearEndedVisit();
  }, [location, displayed, isLink]);
  return null;
}
