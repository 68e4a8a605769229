import { readStored, removeStored, writeStored } from "~/shared/lib/browserStorage";

/** Marks only that a request was in flight, with nothing of its content. */
const STORAGE_KEY = "oottam.sending";

let sending = 0;

/** Whether a request is in flight. */
export const isSending = (): boolean => sending > 0;

/**
 * Stores a mark if the page is left while a request is in flight; call the returned function when the request settles.
 * Browsers abort the request before they hide the page, so the mark stays unless a reply arrived.
 */
export function trackInterruption(): (hasReply: boolean) => void {
  const listening = new AbortController();
  sending += 1;
  for (const type of ["beforeunload", "pagehide"]) {
    addEventListener(type, () => writeStored("session", STORAGE_KEY, "1"), { signal: listening.signal });
  }
  return (hasReply) => {
    sending -= 1;
    listening.abort();
    if (hasReply) removeStored("session", STORAGE_KEY);
  };
}

/** Whether this tab's previous page was left while sending. Clears the mark. */
export function wasInterrupted(): boolean {
  const isInterrupted = readStored("session", STORAGE_KEY) !== null;
  removeStored("session", STORAGE_KEY);
  return isInterrupted;
}
