import { MEAL_LABELS, type MealLabel } from "../weekly/weeklyMenu";

/** A chosen meal as the review screen shows it and as the subscription carries it (specification, section 3). */
export interface SelectedItem {
  readonly id: string;
  /** Picture key. */
  readonly image: string;
  readonly title: string;
  readonly desc: string;
  readonly category: MealLabel;
}

/** What a screen hands to the review screen through the browser's history. */
export interface SelectedItemsState {
  readonly selectedItems: readonly SelectedItem[];
}

/** Names under which the two screens that select items keep their ticks. */
export const CHOICE_SELECTION_KEY = "choice";
export const MENU_SELECTION_KEY = "menuTicks";

const CATEGORIES: readonly unknown[] = Object.values(MEAL_LABELS);

/**
 * The selected items of a history entry's state. Anybody can write there and old entries outlive a release, so
 * whatever is not a whole item is left out, an id counts once, and unknown fields go no further.
 */
export function parseSelectedItems(state: unknown): readonly SelectedItem[] {
  if (!isRecord(state) || !Array.isArray(state.selectedItems)) return [];
  const items = new Map<string, SelectedItem>();
  for (const candidate of state.selectedItems as unknown[]) {
    if (!isSelectedItem(candidate) || items.has(candidate.id)) continue;
    const { id, image, title, desc, category } = candidate;
    items.set(id, { id, image, title, desc, category });
  }
  return [...items.values()];
}

function isSelectedItem(value: unknown): value is SelectedItem {
  if (!isRecord(value)) return false;
  const texts = [value.id, value.image, value.title, value.desc];
  return texts.every((text) => typeof text === "string") && CATEGORIES.includes(value.category);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
