import type { Dispatch } from "react";
import { rules } from "~/catalogue/rules";
import { type ComboChange, type ComboSelection, NO_COMBOS } from "~/domain/combos/selection";
import { readSlots, slotCount } from "~/domain/weekly/slots";
import { useKept } from "~/lib/visit/useKept";

/** The ticks stay in their history entry: whoever comes back from the form, or reloads, finds them as they were. */
export function useKeptSelection(selection: ComboSelection, dispatch: Dispatch<ComboChange>): void {
  useKept({
    name: "comboTicks",
    value: selection,
    pack: () => (slotCount(selection.slots) > 0 ? selection : undefined),
    restore: (kept) => dispatch({ kind: "restore", selection: readSelection(kept) }),
  });
}

/** Anybody can write into a history entry: what is not a selection reads as none. */
function readSelection(kept: unknown): ComboSelection {
  const { slots, allWeeks } = Object(kept) as Partial<Record<keyof ComboSelection, unknown>>;
  const read = readSlots(slots, rules.combos.itemsPerMeal);
  return read ? { slots: read, allWeeks: allWeeks === true } : NO_COMBOS;
}
