/** Where a visitor stands, seen from one kind of order. */
export type Place = "selection" | "form" | "elsewhere";

/**
 * Whether a selection outlives a change of page, decided by the destination (specification, sections 3 and 4).
 * It goes along to its form and nowhere else. `from` is null on the first load: a reload is not leaving.
 */
export function selectionSurvives(from: Place | null, to: Place): boolean {
  return to === "form" || (to === "selection" && from !== "form");
}
