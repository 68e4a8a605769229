/** Longer than anybody types; the server's own limits are lower. */
const LONGEST = 10_000;

/**
 * What is found, where it has the shape of `model`; the model's own value elsewhere. For what a history entry keeps,
 * where anybody can write and which outlives a release.
 */
export function readLike<Value>(model: Value, found: unknown): Value {
  if (typeof model === "object" && model !== null) {
    const members = typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
    const read = Object.entries(model).map(([key, value]) => [key, readLike(value, members[key])]);
    return Object.fromEntries(read) as Value;
  }
  if (typeof found !== typeof model || (typeof found === "string" && found.length > LONGEST)) return model;
  return found as Value;
}
