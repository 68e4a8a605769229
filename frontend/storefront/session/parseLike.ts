/** Longer than anybody types; the server's own limits are lower. */
const MAX_LENGTH = 10_000;

/**
 * What is found, where it has the shape of `model`; the model's own value elsewhere. For what a history entry keeps,
 * where anybody can write and which outlives a release.
 */
export function parseLike<Value>(model: Value, value: unknown): Value {
  if (typeof model === "object" && model !== null) {
    const members = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
    const read = Object.entries(model).map(([key, value]) => [key, parseLike(value, members[key])]);
    return Object.fromEntries(read) as Value;
  }
  if (typeof value !== typeof model || (typeof value === "string" && value.length > MAX_LENGTH)) return model;
  return value as Value;
}
