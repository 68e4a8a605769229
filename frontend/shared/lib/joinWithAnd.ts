/** "breakfast, lunch and dinner". */
export function joinWithAnd(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}
