import { type Dispatch, useLayoutEffect } from "react";
import { useLocation } from "react-router";
import { rules } from "~/catalogue/rules";
import type { ComboChange } from "~/domain/combos/selection";
import { readSlots } from "~/domain/weekly/slots";

/** Brings back the ticks that this entry of the history keeps: the visitor went to the form and came back. */
export function useKeptSelection(dispatch: Dispatch<ComboChange>): void {
  const { state } = useLocation();
  useLayoutEffect(() => {
    const slots = readSlots(state?.slots, rules.combos.itemsPerMeal);
    if (slots) dispatch({ kind: "restore", selection: { slots, allWeeks: state.allWeeks === true } });
  }, [state, dispatch]);
}
