/** A random token of 128 bits. Uses getRandomValues, because randomUUID is missing on pages without HTTPS. */
export function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
