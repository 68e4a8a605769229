/** A path's relation to one kind of order. */
export type Place = "selection" | "form" | "elsewhere";

/**
 * Whether a selection survives a navigation, decided by the destination (specification, sections 3 and 4): only from its
 * menu to its form, or a reload. `from` is null on the first load of a tab, which never drops a selection, because
 * another tab may display it.
 */
export function selectionSurvives(from: Place | null, to: Place): boolean {
  if (from === null || from === "elsewhere") return true;
  return to === "form" || (from === "selection" && to === "selection");
}
