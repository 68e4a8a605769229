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
