import { useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type ChoiceItem, customChoice } from "~/shared/catalogue/customChoice";
import { soldOutUntil } from "~/shared/domain/soldOut";
import {
  CHOICE_SELECTION_KEY,
  parseSelectedItems,
  type SelectedItem,
  type SelectedItemsState,
} from "~/shared/domain/subscription/selectedItem";
import type { MealLabel } from "~/shared/domain/weekly/weeklyMenu";
import { useTimeout } from "~/shared/lib/useTimeout";
import { useToasts } from "~/shared/ui/toast/useToasts";
import { paths } from "~/storefront/paths";
import { useAbandonedSelection } from "~/storefront/session/abandonedSelection";
import { takeNavigationState } from "~/storefront/session/historyState";
import { usePersistedState } from "~/storefront/session/usePersistedState";

const NONE_SELECTED = "You haven’t selected any meals. Please choose at least one.";
const SENT = "Selected menu was sent successfully!";
/** The success toast closes when the next page opens (specification, section 9). */
const ONWARD_AFTER_MS = 2000;

const meals = new Map(
  customChoice.flatMap(({ category, items }) =>
    items.map((item) => [item.id, { ...item, category }] as const),
  ),
);

/** Parses persisted meal ids in order; meals no longer on offer are dropped. */
function parseSelection(persisted: unknown): readonly SelectedItem[] {
  return Array.isArray(persisted)
    ? [...new Set<unknown>(persisted)].flatMap((id) => meals.get(id as string) ?? [])
    : [];
}

/** Meals that are selected although they are sold out, for later days. In memory only. */
const wanted = new Set<string>();

function isAvailable({ id, title }: SelectedItem): boolean {
  return soldOutUntil(title) === undefined || wanted.has(id);
}

function idsOf(items: readonly SelectedItem[]): readonly string[] {
  return items.map(({ id }) => id);
}

/** The selected meals, in order of selection, and "Submit Selection". */
export function useCustomChoice() {
  const [selectedItems, setSelectedItems] = useState<readonly SelectedItem[]>([]);
  const [isLeaving, setLeaving] = useState(false);
  // A ref beside the state: the second click of a double click comes before the next rendering.
  const submitted = useRef(false);
  const navigate = useNavigate();
  const showToast = useToasts();
  const setTimeoutOnPage = useTimeout();

  const selectedIds = selectedItems.length > 0 ? idsOf(selectedItems) : undefined;
  const { offered, discard } = useAbandonedSelection(CHOICE_SELECTION_KEY, selectedIds, () =>
    setSelectedItems([]),
  );

  // Reload and back restore the selection; the links of the review screen return it as navigation state.
  usePersistedState({
    name: CHOICE_SELECTION_KEY,
    value: selectedItems,
    serialize: () => selectedIds,
    restore: (persisted) => {
      const read = parseSelection(persisted);
      setSelectedItems(read.filter(isAvailable));
      if (persisted !== null) discard();
      notifySoldOut(read.filter((item) => !isAvailable(item)));
    },
  });

  useLayoutEffect(() => {
    const received = parseSelection(idsOf(parseSelectedItems(takeNavigationState())));
    if (received.length === 0) return;
    setSelectedItems(received);
    discard();
  }, [discard]);

  function notifySoldOut(soldOut: readonly SelectedItem[]): void {
    if (soldOut.length === 0) return;
    const laterIds = idsOf(soldOut.filter(({ title }) => soldOutUntil(title) !== ""));
    const undo = () => {
      for (const id of laterIds) wanted.add(id);
      setSelectedItems((current) => parseSelection([...idsOf(current), ...laterIds]));
    };
    const changes = { gone: [], soldOut: soldOut.map(({ title }) => ({ name: title })), repriced: [] };
    import("~/storefront/product/showMenuChanges").then(
      ({ showMenuChanges }) => showMenuChanges(changes, laterIds.length > 0 ? undo : undefined),
      () => {}, // offline: the screen shows the menu as it is
    );
  }

  function restoreAbandoned(): void {
    setSelectedItems((current) => parseSelection([...idsOf(current), ...(offered ?? [])]));
    discard();
  }

  function select(item: ChoiceItem, category: MealLabel, isSelected: boolean): void {
    setSelectedItems((current) => {
      const others = current.filter(({ id }) => id !== item.id);
      return isSelected ? [...others, { ...item, category }] : others;
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
    setTimeoutOnPage(() => void navigate(paths.customerChoiceSubmit(), { state }), ONWARD_AFTER_MS);
  }

  return {
    selectedItems,
    select,
    submit,
    isLeaving,
    abandoned: { offered: offered !== undefined, onRestore: restoreAbandoned, onForget: discard },
  };
}
