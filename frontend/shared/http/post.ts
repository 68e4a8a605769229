import { type Call, endpointOf } from "./endpoints";

export interface PostOptions {
  /** The server stores the same key with the same body only once (design: the eight calls). */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

/** Sends a call as JSON. Resolves with any response; rejects only without one, or when the signal aborts. */
export function post(call: Call, body: unknown, { idempotencyKey, signal }: PostOptions): Promise<Response> {
  return fetch(endpointOf(call), {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
    body: JSON.stringify(body),
    signal,
  });
}
