import type { Call } from "./callBases";
import { endpointOf } from "./endpoints";
import { withTimeout } from "./withTimeout";

/**
 * Sends a call as JSON and resolves with what `parse` makes of any response. The server stores the same key with the same
 * body only once (specification, section 7).
 */
export function post<T>(
  call: Call,
  body: unknown,
  idempotencyKey: string,
  parse: (response: Response) => T | Promise<T>,
): Promise<T> {
  return withTimeout(async (send) =>
    parse(
      await send(endpointOf(call), {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
        body: JSON.stringify(body),
      }),
    ),
  );
}
