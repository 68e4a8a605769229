import { useEffect, useLayoutEffect, useState } from "react";
import { replayCheckboxes, replayEarlyEvents } from "./earlyEvents";

/**
 * Repeats what was pressed before the page came alive. For the end of a screen: what its parts do when they come
 * alive (reading storage, keeping what was typed) has been done by then, and drawn before a button acts.
 */
export function useReplayEarlyEvents(): void {
  const [isRendered, setIsRendered] = useState(false);
  useLayoutEffect(replayCheckboxes, []);
  useEffect(() => setIsRendered(true), []);
  useEffect(() => {
    // Not within the effect: React would draw what the presses bring about only after all of them.
    if (isRendered) queueMicrotask(replayEarlyEvents);
  }, [isRendered]);
}
