import { type Dispatch, useLayoutEffect } from "react";
import { rules } from "~/shared/catalogue/rules";
import { type ComboChange, type ComboSelection, NO_COMBOS } from "~/shared/domain/combos/selection";
import { joinSlots, readSlots, slotCount } from "~/shared/domain/weekly/slots";
import { takeHandover } from "~/storefront/session/entry";
import { useLeftBehind } from "~/storefront/session/leftBehind";
import { useKept } from "~/storefront/session/useKept";
import { COMBO_TICKS } from "../comboTicks";

/**
 * The ticks stay in their history entry: whoever comes back from the form, or reloads, finds them as they were. The
 * form's link hands them back; on any other way here they are offered.
 */
export function useKeptSelection(selection: ComboSelection, dispatch: Dispatch<ComboChange>) {
  const ticked = slotCount(selection.slots) > 0 ? selection : undefined;
  const { offered, forget } = useLeftBehind(COMBO_TICKS, ticked, () =>
    dispatch({ kind: "restore", selection: NO_COMBOS }),
  );

  useKept({
    name: COMBO_TICKS,
    value: selection,
    pack: () => ticked,
    restore: (kept) => {
      dispatch({ kind: "restore", selection: readSelection(kept) });
      if (kept !== null) forget();
    },
  });

  useLayoutEffect(() => {
    const { selectedItems } = Object(takeHandover()) as Partial<Record<"selectedItems", unknown>>;
    const slots = readSlots(selectedItems, rules.combos.itemsPerMeal);
    if (!slots) return;
    dispatch({ kind: "restore", selection: { slots, allWeeks: false } });
    forget();
  }, [dispatch, forget]);

  function restoreLeft(): void {
    if (!offered) return;
    const slots = joinSlots(selection.slots, offered.slots);
    const allWeeks = selection.allWeeks || offered.allWeeks;
    dispatch({ kind: "restore", selection: { slots, allWeeks } });
    forget();
  }

  return { offered: offered !== undefined, restoreLeft, forget };
}

/** Anybody can write into a history entry: what is not a selection reads as none. */
function readSelection(kept: unknown): ComboSelection {
  const { slots, allWeeks } = Object(kept) as Partial<Record<keyof ComboSelection, unknown>>;
  const read = readSlots(slots, rules.combos.itemsPerMeal);
  return read ? { slots: read, allWeeks: allWeeks === true } : NO_COMBOS;
}
