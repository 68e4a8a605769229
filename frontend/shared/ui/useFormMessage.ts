import { useLayoutEffect, useRef, useState } from "react";
import { type HoldReason, type PausableTimer, startPausableTimer } from "~/shared/lib/pausableTimer";
import { useIsCurrentPage } from "~/shared/lib/useIsCurrentPage";
import type { FormMessageText } from "./FormMessage";
import { showPopup } from "./popup";

/**
 * The message of one form. With `durationMs` it disappears by itself; `hold` (for FormMessage) pauses its timer while it
 * is read. A popup shows it if the form's page has been left.
 */
export function useFormMessage(durationMs?: number) {
  const [message, setMessage] = useState<FormMessageText | null>(null);
  const isCurrentPage = useIsCurrentPage();
  const timer = useRef<PausableTimer>(undefined);
  // Once the message is rendered: its time begins with the frame that shows it.
  useLayoutEffect(() => {
    if (!message || durationMs === undefined) return undefined;
    const started = startPausableTimer(() => setMessage(null), durationMs);
    timer.current = started;
    return () => started.cancel();
  }, [message, durationMs]);

  function show(next: FormMessageText | null): void {
    if (next && !isCurrentPage()) {
      showPopup(next);
      return;
    }
    // Another object: the same message shown again has its time again.
    setMessage(next && { ...next });
  }

  const hold = {
    hold: (reason: HoldReason): void => timer.current?.hold(reason),
    release: (reason: HoldReason): void => timer.current?.release(reason),
  };
  return { message, show, hold };
}
