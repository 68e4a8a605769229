import { renderHook } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { rules } from "~/shared/catalogue/rules";
import { changeCombos, NO_COMBOS } from "~/shared/domain/combos/selection";
import { persist } from "~/storefront/session/historyState";
import { usePersistedSelection } from "./usePersistedSelection";

test.each([true, false])(
  "with all items selected, Select All Weeks is restored as it was: %s",
  (allWeeks) => {
    const days = rules.combos.itemsPerMeal;
    const selection = { ...changeCombos(NO_COMBOS, { kind: "allWeeks", on: true }, days), allWeeks };
    persist("comboTicks", selection);
    const dispatch = vi.fn();
    renderHook(() => usePersistedSelection(NO_COMBOS, dispatch), { wrapper: BrowserRouter });
    expect(dispatch).toHaveBeenCalledExactlyOnceWith({ kind: "restore", selection });
  },
);
