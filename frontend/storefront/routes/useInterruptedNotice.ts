import { useEffect } from "react";
import { wasInterrupted } from "~/shared/http/interrupted";
import { showPopup } from "~/shared/ui/popup";

const TEXT =
  "You left while we were sending. If an email from us arrives, we have your request. If not, please send it again.";

/** Shows a notice if the previous page was left while sending. */
export function useInterruptedNotice(): void {
  useEffect(() => {
    if (wasInterrupted()) showPopup({ kind: "error", text: TEXT, durationMs: 10_000 });
  }, []);
}
