/** Includes the response body. Without a timeout a lost connection would keep a form sending. */
const TIMEOUT_MS = 30_000;

const TIMEOUT_MESSAGE = "No reply came in time. Please try again.";

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * Runs one exchange, of one or more requests, within a common timeout. Rejects without a response, as fetch does; after the
 * timeout with a message for the user. Neither AbortSignal.timeout nor abort's reason is in the browsers of the floor.
 */
export async function withTimeout<T>(exchange: (send: Fetch) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    return await exchange((url, init) => fetch(url, { ...init, signal: abort.signal }));
  } catch (error) {
    throw abort.signal.aborted ? new Error(TIMEOUT_MESSAGE) : error;
  } finally {
    clearTimeout(timer);
  }
}
