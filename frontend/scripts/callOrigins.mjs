/**
 * The hosts, other than the shop's own, to which the storefront sends its calls (shared/http/callBases.ts). The server
 * lists them in its Content-Security-Policy, or the browser would block the calls.
 */
export function callOrigins(bases) {
  return [...new Set(Object.values(bases).map((base) => new URL(base).origin))].sort();
}
