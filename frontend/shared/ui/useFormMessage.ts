import { useEffect, useRef, useState } from "react";
import { useIsCurrentPage } from "#shared/lib/useIsCurrentPage.ts";
import { type HoldReason, type PausableTimer, startPausableTimer } from "~/shared/lib/pausableTimer";
import type { FormMessageText } from "./FormMessage";
import { showPopup } from "./popup";

/**
 * The message of one form. With `durationMs` it goes away by itself, a newer message has its whole time, and `hold`
 * (for FormMessage) keeps it while somebody reads it. Where the form has been left, a popup says it instead.
 */
export function useFormMessage(durationMs?: number) {
  const [message, setMessage] = useState<FormMessageText | null>(null);
  const isCurrentPage = useIsCurrentPage();
  const timer = useRef<PausableTimer>(undefined);
  useEffect(() => () => timer.current?.cancel(), []);

  function show(next: FormMessageText | null): void {
    if (next && !isCurrentPage()) {
      showPopup(next);
      return;
    }
    setMessage(next);
    timer.current?.cancel();
    if (durationMs !== undefined) timer.current = startPausableTimer(() => setMessage(null), durationMs);
  }

  const hold = {
    hold: (reason: HoldReason): void => timer.current?.hold(reason),
    release: (reason: HoldReason): void => timer.current?.release(reason),
  };
  return { message, show, hold };
}
