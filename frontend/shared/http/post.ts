import { edition } from "~/shared/catalogue/edition";
import { type Call, callBases } from "./callBases";
import { callPaths } from "./callPaths";
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

/** Other servers may not allow the header in their preflight, so they get it only for a published menu. */
function editionHeader(call: Call, shownEdition: number): Record<string, string> {
  if (callBases[call] !== undefined && shownEdition === 0) return {};
  return { "Menu-Edition": String(shownEdition) };
}

/** The URL of a call: the server that is set for it, if any, and its path. */
function endpointOf(call: Call): string {
  return (callBases[call] ?? "") + callPaths[call];
}

/**
 * The idempotency key of a request: the same visit and body give the same key, also after a reload or in a copied tab.
 * The token makes it unguessable; the hash distinguishes the bodies of one visit.
 */
export function idempotencyKey(visitToken: string, body: string): string {
  return `${visitToken}-${hash(body).toString(36)}`;
}

/** cyrb53: a hash of 53 bits, because crypto.subtle is missing on pages without HTTPS. */
function hash(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/**
 * Why a form was not sent. unreachable: no response, so it may or may not have arrived. serverError: the server failed
 * or its reply was unreadable. rejected: the server did not accept it.
 */
export type Failure = "unreachable" | "serverError" | "rejected";

/** `status` is undefined when no response came; `readable` is false when its body could not be parsed. */
export function failureOf(status: number | undefined, readable: boolean): Failure {
  if (status === undefined) return "unreachable";
  return status >= 500 || (status < 400 && !readable) ? "serverError" : "rejected";
}
