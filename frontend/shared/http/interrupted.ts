import { readStored, removeStored, writeStored } from "~/shared/lib/browserStorage";

/** That something was being sent, and nothing of what it is or says. */
const SENDING = "oottam.sending";

/**
 * From now on a page that is loaded away is noted; call what it returns once the waiting is over. Browsers break the
 * call off before they hide the page, so what was noted stays unless a reply came after all.
 */
export function noteLeaving(): (replied: boolean) => void {
  const listening = new AbortController();
  for (const type of ["beforeunload", "pagehide"]) {
    addEventListener(type, () => writeStored("session", SENDING, "1"), { signal: listening.signal });
  }
  return (replied) => {
    listening.abort();
    if (replied) removeStored("session", SENDING);
  };
}

/** Whether the page before was loaded away, in this tab, while it was sending: its answer reaches nobody. Says so once. */
export function wasInterrupted(): boolean {
  const sending = readStored("session", SENDING) !== null;
  removeStored("session", SENDING);
  return sending;
}
