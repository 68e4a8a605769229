import { type Dispatch, useLayoutEffect } from "react";
import { rules } from "~/shared/catalogue/rules";
import { type ComboChange, type ComboSelection, NO_COMBOS } from "~/shared/domain/combos/selection";
import { joinSlots, readSlots, slotCount } from "~/shared/domain/weekly/slots";
import { COMBO_SELECTION_KEY } from "~/storefront/features/combos/handover";
import { withoutSoldOut } from "~/storefront/product/soldOutSlots";
import { useAbandonedSelection } from "~/storefront/session/abandonedSelection";
import { takeNavigationState } from "~/storefront/session/historyState";
import { usePersistedState } from "~/storefront/session/usePersistedState";

/**
 * Persists the selection in its history entry, for reload and back. The form's link returns it as navigation state; on
 * any other navigation an abandoned selection is offered for restoring.
 */
export function usePersistedSelection(selection: ComboSelection, dispatch: Dispatch<ComboChange>) {
  const selected = slotCount(selection.slots) > 0 ? selection : undefined;
  const { offered, discard } = useAbandonedSelection(COMBO_SELECTION_KEY, selected, () =>
    dispatch({ kind: "restore", selection: NO_COMBOS }),
  );

  usePersistedState({
    name: COMBO_SELECTION_KEY,
    value: selection,
    serialize: () => selected,
    restore: (persisted) => {
      dispatch({ kind: "restore", selection: readSelection(persisted) });
      if (persisted !== null) discard();
    },
  });

  useLayoutEffect(() => {
    const { selectedItems } = Object(takeNavigationState()) as Partial<Record<"selectedItems", unknown>>;
    const slots = readSlots(selectedItems, rules.combos.itemsPerMeal);
    if (!slots) return;
    dispatch({ kind: "restore", selection: { slots, allWeeks: false } });
    discard();
  }, [dispatch, discard]);

  function restoreAbandoned(): void {
    if (!offered) return;
    const slots = joinSlots(selection.slots, offered.slots);
    const allWeeks = selection.allWeeks || offered.allWeeks;
    dispatch({ kind: "restore", selection: { slots, allWeeks } });
    discard();
  }

  return { offered: offered !== undefined, onRestore: restoreAbandoned, onForget: discard };
}

/** History entries are untrusted: an invalid selection reads as empty. */
function readSelection(persisted: unknown): ComboSelection {
  const { slots, allWeeks } = Object(persisted) as Partial<Record<keyof ComboSelection, unknown>>;
  const read = readSlots(slots, rules.combos.itemsPerMeal);
  return read ? { slots: withoutSoldOut(read), allWeeks: allWeeks === true } : NO_COMBOS;
}
