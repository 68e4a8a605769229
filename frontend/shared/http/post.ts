import { edition } from "~/shared/catalogue/edition";
import { type Call, callBases } from "./callBases";
import { endpointOf } from "./endpoints";
import { withTimeout } from "./withTimeout";

/**
 * Sends a call as JSON and resolves with what `parse` makes of any response. The server stores the same key with the same
 * body only once (specification, section 7). `shownEdition` is the edition of the menu whose prices the customer saw.
 */
export function post<T>(
  call: Call,
  body: unknown,
  idempotencyKey: string,
  parse: (response: Response) => T | Promise<T>,
  shownEdition = edition,
): Promise<T> {
  return withTimeout(async (send) =>
    parse(
      await send(endpointOf(call), {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "Idempotency-Key": idempotencyKey,
          ...editionHeader(call, shownEdition),
        },
        body: JSON.stringify(body),
      }),
    ),
  );
}

/** Other servers may not know the header, and would refuse the preflight: they need it only of a published menu. */
function editionHeader(call: Call, shownEdition: number): Record<string, string> {
  if (callBases[call] !== undefined && shownEdition === 0) return {};
  return { "Menu-Edition": String(shownEdition) };
}
