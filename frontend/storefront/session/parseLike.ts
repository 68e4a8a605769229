/**
 * Parses a value into the shape of `model`; fields that do not match get the model's value. For history entries, which
 * are untrusted and may come from an older release.
 */
export function parseLike<Value>(model: Value, value: unknown): Value {
  if (typeof model === "object" && model !== null) {
    const members = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
    const read = Object.entries(model).map(([key, value]) => [key, parseLike(value, members[key])]);
    return Object.fromEntries(read) as Value;
  }
  return typeof value === typeof model ? (value as Value) : model;
}
