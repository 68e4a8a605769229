import { type Call, endpointOf } from "./endpoints";

export interface PostOptions {
  /** The same key with the same body is the same request: the server answers it once (design: the eight calls). */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

/** Sends one of the calls as JSON. Resolves with any reply; rejects only where none came, or the signal ended it. */
export function post(call: Call, body: unknown, { idempotencyKey, signal }: PostOptions): Promise<Response> {
  return fetch(endpointOf(call), {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
    body: JSON.stringify(body),
    signal,
  });
}
