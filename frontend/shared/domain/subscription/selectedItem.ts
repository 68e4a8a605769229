import { MEAL_LABELS, type MealLabel } from "../weekly/weeklyMenu";

/** A selected meal, as on the review screen and in the payload (specification, section 3). */
export interface SelectedItem {
  readonly id: string;
  readonly image: string;
  readonly title: string;
  readonly desc: string;
  readonly category: MealLabel;
}

/** Navigation state for the review screen. */
export interface SelectedItemsState {
  readonly selectedItems: readonly SelectedItem[];
}

/** Names of the two selections in history entries. */
export const CHOICE_SELECTION_KEY = "choice";
export const MENU_SELECTION_KEY = "menuTicks";

const CATEGORIES: readonly unknown[] = Object.values(MEAL_LABELS);

/**
 * Parses the selected items in navigation state, which is untrusted and may come from an older release: invalid items,
 * duplicate ids and unknown fields are dropped.
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
