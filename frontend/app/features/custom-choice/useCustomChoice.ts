import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { type ChoiceItem, customChoice } from "~/catalogue/customChoice";
import {
  parseSelectedItems,
  type SelectedItem,
  type SelectedItemsState,
} from "~/domain/subscription/selectedItem";
import type { MealLabel } from "~/domain/weekly/weeklyMenu";
import { useLater } from "~/lib/useLater";
import { paths } from "~/routes/paths";
import { useToasts } from "~/ui/toast/useToasts";

const NONE_SELECTED = "You haven’t selected any meals. Please choose at least one.";
const SENT = "Selected menu was sent successfully!";
/** The success toast and the way onward take as long as each other (specification, section 9). */
const ONWARD_AFTER_MS = 2000;

const knownIds = new Set(customChoice.flatMap(({ items }) => items.map(({ id }) => id)));

/** The ticked meals, in the order in which they were ticked, and what "Submit Selection" does. */
export function useCustomChoice() {
  const [selectedItems, setSelectedItems] = useState<readonly SelectedItem[]>([]);
  const [leaving, setLeaving] = useState(false);
  // A ref beside the state: the second click of a double click comes before the next rendering.
  const submitted = useRef(false);
  const arrivedWith = useRef<unknown>(useLocation().state);
  const navigate = useNavigate();
  const showToast = useToasts();
  const later = useLater();

  // Whoever comes back from the review, or reloads, finds the ticks again.
  useEffect(() => {
    setSelectedItems(parseSelectedItems(arrivedWith.current).filter(({ id }) => knownIds.has(id)));
  }, []);

  function toggle(item: ChoiceItem, category: MealLabel): void {
    setSelectedItems((now) => {
      const others = now.filter(({ id }) => id !== item.id);
      return others.length < now.length ? others : [...now, { ...item, category }];
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
    void navigate(paths.customerChoice(), { replace: true, state });
    later(() => void navigate(paths.customerChoiceSubmit(), { state }), ONWARD_AFTER_MS);
  }

  return { selectedItems, toggle, submit, leaving };
}
