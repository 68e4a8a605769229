import { renderHook } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { rules } from "~/shared/catalogue/rules";
import { changeCombos, NO_COMBOS } from "~/shared/domain/combos/selection";
import { keep } from "~/storefront/session/entry";
import { useKeptSelection } from "./useKeptSelection";

test.each([true, false])("with all items ticked, Select All Weeks comes back as it was: %s", (allWeeks) => {
  const days = rules.combos.itemsPerMeal;
  const selection = { ...changeCombos(NO_COMBOS, { kind: "allWeeks", on: true }, days), allWeeks };
  keep("comboTicks", selection);
  const dispatch = vi.fn();
  renderHook(() => useKeptSelection(NO_COMBOS, dispatch), { wrapper: BrowserRouter });
  expect(dispatch).toHaveBeenCalledExactlyOnceWith({ kind: "restore", selection });
});
