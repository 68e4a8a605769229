import { readStored, removeStored, writeStored } from "~/shared/lib/browserStorage";

/** That something was being sent, and nothing of what it is or says. */
const STORAGE_KEY = "oottam.sending";

/**
 * From now on a page that is loaded away is noted; call what it returns once the waiting is over. Browsers break the
 * call off before they hide the page, so what was noted stays unless a reply came after all.
 */
export function trackInterruption(): (hasReply: boolean) => void {
  const listening = new AbortController();
  for (const type of ["beforeunload", "pagehide"]) {
    addEventListener(type, () => writeStored("session", STORAGE_KEY, "1"), { signal: listening.signal });
  }
  return (hasReply) => {
    listening.abort();
    if (hasReply) removeStored("session", STORAGE_KEY);
  };
}

/** Whether the page before was loaded away, in this tab, while it was sending: its answer reaches nobody. Says so once. */
export function wasInterrupted(): boolean {
  const isInterrupted = readStored("session", STORAGE_KEY) !== null;
  removeStored("session", STORAGE_KEY);
  return isInterrupted;
}
