import { useEffect, useLayoutEffect, useState } from "react";
import { replayCheckboxes, replayEarlyEvents } from "./earlyEvents";

/**
 * Replays early events. Use it at the end of a screen: the mount effects of its parts (reading storage, keeping typed
 * input) have run by then, and are rendered before a button acts.
 */
export function useReplayEarlyEvents(): void {
  const [isRendered, setIsRendered] = useState(false);
  useLayoutEffect(replayCheckboxes, []);
  useEffect(() => setIsRendered(true), []);
  useEffect(() => {
    // Not within the effect: React would batch the renders of all clicks.
    if (isRendered) queueMicrotask(replayEarlyEvents);
  }, [isRendered]);
}
