/** A path's relation to one kind of order. */
export type Place = "selection" | "form" | "elsewhere";

/**
 * Whether a selection survives a navigation, decided by the destination (specification, sections 3 and 4): only from its
 * menu to its form, or a reload. `from` is null when the page loads: the visitor may have left by an external link.
 */
export function selectionSurvives(from: Place | null, to: Place): boolean {
  if (from === null) return to !== "elsewhere";
  if (from === "elsewhere") return true;
  return to === "form" || (from === "selection" && to === "selection");
}
