import { useLayoutEffect } from "react";
import { type Location, useNavigationType } from "react-router";
import { keepCarriedValues } from "~/storefront/session/carriedValues";
import { clearEndedVisit, entryVisit } from "~/storefront/session/historyState";
import { enterFlow } from "~/storefront/session/visits";
import { routeAt } from "./pages";

export interface FlowLifecycleProps {
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
