import { useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type ChoiceItem, customChoice } from "~/shared/catalogue/customChoice";
import {
  CHOICE_TICKS,
  parseSelectedItems,
  type SelectedItem,
  type SelectedItemsState,
} from "~/shared/domain/subscription/selectedItem";
import type { MealLabel } from "~/shared/domain/weekly/weeklyMenu";
import { useLater } from "~/shared/lib/useLater";
import { useToasts } from "~/shared/ui/toast/useToasts";
import { paths } from "~/storefront/paths";
import { takeHandover } from "~/storefront/session/entry";
import { useLeftBehind } from "~/storefront/session/leftBehind";
import { useKept } from "~/storefront/session/useKept";

const NONE_SELECTED = "You haven’t selected any meals. Please choose at least one.";
const SENT = "Selected menu was sent successfully!";
/** The success toast and the way onward take as long as each other (specification, section 9). */
const ONWARD_AFTER_MS = 2000;

const meals = new Map(
  customChoice.flatMap(({ category, items }) =>
    items.map((item) => [item.id, { ...item, category }] as const),
  ),
);

/** The ticked meals that a history entry keeps, by id, in their order; what is no longer offered is left out. */
function readTicks(kept: unknown): readonly SelectedItem[] {
  return Array.isArray(kept)
    ? [...new Set<unknown>(kept)].flatMap((id) => meals.get(id as string) ?? [])
    : [];
}

function idsOf(items: readonly SelectedItem[]): readonly string[] {
  return items.map(({ id }) => id);
}

/** The ticked meals, in the order in which they were ticked, and what "Submit Selection" does. */
export function useCustomChoice() {
  const [selectedItems, setSelectedItems] = useState<readonly SelectedItem[]>([]);
  const [leaving, setLeaving] = useState(false);
  // A ref beside the state: the second click of a double click comes before the next rendering.
  const submitted = useRef(false);
  const navigate = useNavigate();
  const showToast = useToasts();
  const later = useLater();

  const ticked = selectedItems.length > 0 ? idsOf(selectedItems) : undefined;
  const { offered, forget } = useLeftBehind(CHOICE_TICKS, ticked, () => setSelectedItems([]));

  // Whoever comes back from the review, or reloads, finds the ticks again; the review's ways back hand them over.
  useKept({
    name: CHOICE_TICKS,
    value: selectedItems,
    pack: () => ticked,
    restore: (kept) => {
      setSelectedItems(readTicks(kept));
      if (kept !== null) forget();
    },
  });

  useLayoutEffect(() => {
    const handedBack = readTicks(idsOf(parseSelectedItems(takeHandover())));
    if (handedBack.length === 0) return;
    setSelectedItems(handedBack);
    forget();
  }, [forget]);

  function restoreLeft(): void {
    setSelectedItems((now) => readTicks([...idsOf(now), ...(offered ?? [])]));
    forget();
  }

  function tick(item: ChoiceItem, category: MealLabel, on: boolean): void {
    setSelectedItems((now) => {
      const others = now.filter(({ id }) => id !== item.id);
      return on ? [...others, { ...item, category }] : others;
    });
  }

  function submit(): void {
    if (submitted.current) return;
    if (selectedItems.length === 0) {
      showToast({ kind: "warning", text: NONE_SELECTED, position: "top-left", durationMs: 3000 });
      return;
    }
    submitted.current = true;
    setLeaving(true);
    showToast({ kind: "success", text: SENT, position: "top-right", durationMs: ONWARD_AFTER_MS });
    const state: SelectedItemsState = { selectedItems };
    later(() => void navigate(paths.customerChoiceSubmit(), { state }), ONWARD_AFTER_MS);
  }

  return {
    selectedItems,
    tick,
    submit,
    leaving,
    left: { offered: offered !== undefined, restoreLeft, forget },
  };
}
