/** Where a visitor stands, seen from one kind of order. */
export type Place = "selection" | "form" | "elsewhere";

/**
 * Whether a selection outlives a change of page, decided by the destination (specification, sections 3 and 4).
 * Its screen may be left for its form, and its form for nothing; a reload is not leaving. `from` is null on the
 * first load of a tab, which leaves nothing either, wherever it lands: another tab may have the order in hand.
 */
export function selectionSurvives(from: Place | null, to: Place): boolean {
  if (from === null || from === "elsewhere") return true;
  return to === "form" || (from === "selection" && to === "selection");
}
