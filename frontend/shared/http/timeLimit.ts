/** Includes the response body. Without a timeout a lost connection would keep a form sending. */
const LIMIT_MS = 30_000;

const TOO_LATE = "No reply came in time. Please try again.";

export interface TimeLimit {
  /** Aborts the call; the reason's message is shown to the visitor. */
  readonly signal: AbortSignal;
  /** Clears the timer. */
  readonly lift: () => void;
}

/** A timer of our own, because AbortSignal.timeout is missing in browsers still in use. */
export function startTimeLimit(): TimeLimit {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error(TOO_LATE)), LIMIT_MS);
  return { signal: limit.signal, lift: () => clearTimeout(timer) };
}
