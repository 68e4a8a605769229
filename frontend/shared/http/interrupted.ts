import { createStore } from "zustand/vanilla";
import { readStored, removeStored, writeStored } from "~/shared/lib/browserStorage";

/** Marks only that a request was in flight, with nothing of its content. */
const STORAGE_KEY = "oottam.sending";

/** How many requests are in flight. */
export const sendingStore = createStore<{ count: number }>(() => ({ count: 0 }));

export const isSending = ({ count } = sendingStore.getState()): boolean => count > 0;

function changeCount(by: number): void {
  sendingStore.setState(({ count }) => ({ count: count + by }));
}

/**
 * Stores a mark if the page is left while a request is in flight; call the returned function when the request settles.
 * Browsers abort the request before they hide the page, so the mark stays unless a reply arrived.
 */
export function trackInterruption(): (hasReply: boolean) => void {
  const listening = new AbortController();
  changeCount(1);
  for (const type of ["beforeunload", "pagehide"]) {
    addEventListener(type, () => writeStored("session", STORAGE_KEY, "1"), { signal: listening.signal });
  }
  return (hasReply) => {
    listening.abort();
    if (hasReply) removeStored("session", STORAGE_KEY);
    changeCount(-1);
  };
}

/** Whether this tab's previous page was left while sending. Clears the mark. */
export function wasInterrupted(): boolean {
  const isInterrupted = readStored("session", STORAGE_KEY) !== null;
  removeStored("session", STORAGE_KEY);
  return isInterrupted;
}
