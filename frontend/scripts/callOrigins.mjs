/**
 * The hosts, other than the shop's own, to which the built storefront sends its calls. The server lists them in its
 * Content-Security-Policy, or the browser would block the calls.
 */
export function callOrigins(settings) {
  const bases = Object.entries(settings).filter(
    ([name, base]) => /^VITE_\w+_BASE$/.test(name) && base !== "",
  );
  return [...new Set(bases.map(([name, base]) => originOf(name, base)))].sort();
}

function originOf(name, base) {
  if (!URL.canParse(base))
    throw new Error(`${name} must be a whole address, such as https://orders.example.com.`);
  return new URL(base).origin;
}
