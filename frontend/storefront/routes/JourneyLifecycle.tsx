import { useLayoutEffect } from "react";
import { type Location, useNavigationType } from "react-router";
import { dropEnded, keptVisit } from "~/storefront/session/entry";
import { arriveAt } from "~/storefront/session/visits";
import { routeAt } from "./pages";

export interface JourneyLifecycleProps {
  location: Location;
  /** The location whose screen is in view: the address, once the code of its screen has arrived. */
  shown: Location;
}

/**
 * Stands above the screens and ends visits: a visitor who has followed a link into another journey has left the one
 * before, and an entry that it left behind is emptied when the history comes back to it, before its screen looks.
 */
export function JourneyLifecycle({ location, shown }: JourneyLifecycleProps) {
  const byLink = useNavigationType() !== "POP";
  useLayoutEffect(() => {
    if (location !== shown) return;
    arriveAt(routeAt(shown.pathname)?.journey, byLink, keptVisit());
    dropEnded();
  }, [location, shown, byLink]);
  return null;
}
