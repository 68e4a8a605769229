/** How long a call may take, its reply's body included. Without a limit a lost connection would keep a form sending. */
const LIMIT_MS = 30_000;

const TOO_LATE = "No reply came in time. Please try again.";

export interface TimeLimit {
  /** Aborts the call, with a sentence for the visitor as its reason. */
  readonly signal: AbortSignal;
  /** The call has ended: its limit goes too. */
  readonly lift: () => void;
}

/** Starts the time of one call. An own timer, because AbortSignal.timeout is missing in browsers still in use. */
export function startTimeLimit(): TimeLimit {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error(TOO_LATE)), LIMIT_MS);
  return { signal: limit.signal, lift: () => clearTimeout(timer) };
}
