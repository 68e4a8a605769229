import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { MENU_SELECTION_KEY, parseSelectedItems } from "~/shared/domain/subscription/selectedItem";
import { slotsOfMeals } from "~/shared/domain/weekly/selectedMeals";
import { joinSlots, NO_SLOTS, readSlots, slotCount } from "~/shared/domain/weekly/slots";
import { WEEKS } from "~/shared/domain/weekly/weeklyMenu";
import { withoutSoldOut } from "~/storefront/product/soldOutSlots";
import { useAbandonedSelection } from "~/storefront/session/abandonedSelection";
import { takeNavigationState } from "~/storefront/session/historyState";
import { usePersistedState } from "~/storefront/session/usePersistedState";
import { DAYS_PER_MEAL, INITIAL_MENU, type MenuState } from "./menuState";

interface PersistedMenu extends MenuState {
  /** Whether the last week is shown. */
  readonly allWeeks: boolean;
}

/**
 * Persists the selection, the shown and the open weeks and the window's scroll offset in the history entry, for reload
 * and back. A link leads to the page's top (section 2); the review screen's link to change meals then scrolls on to the
 * tables.
 */
export function usePersistedSlots(
  { slots, openWeeks, allWeeks }: PersistedMenu,
  section: RefObject<HTMLElement | null>,
  restore: (menu: PersistedMenu) => void,
) {
  const value = useMemo(() => ({ slots, openWeeks, allWeeks }), [slots, openWeeks, allWeeks]);
  const [returnTo, setReturnTo] = useState<number | null>(null);

  // After the navigation's jump to the top in the same frame, and before the restored offset is persisted again.
  useLayoutEffect(() => {
    if (returnTo === null) return;
    window.scrollTo({ top: returnTo, behavior: "instant" });
  }, [returnTo]);

  const { offered, discard } = useAbandonedSelection(
    MENU_SELECTION_KEY,
    slotCount(slots) > 0 ? slots : undefined,
    () => restore({ slots: NO_SLOTS, openWeeks, allWeeks }),
  );

  usePersistedState({
    name: MENU_SELECTION_KEY,
    value,
    serialize: (state) =>
      slotCount(slots) > 0 || allWeeks || openWeeks.some((week) => week !== WEEKS[0])
        ? { ...state, scrolled: Math.round(window.scrollY) }
        : undefined,
    restore: (persisted) => {
      const { slots, openWeeks, allWeeks, scrolled } = Object(persisted) as Record<string, unknown>;
      restore({
        slots: withoutSoldOut(readSlots(slots, DAYS_PER_MEAL) ?? NO_SLOTS),
        openWeeks: Array.isArray(openWeeks)
          ? WEEKS.filter((week) => openWeeks.includes(week))
          : INITIAL_MENU.openWeeks,
        allWeeks: allWeeks === true,
      });
      if (persisted !== null) discard();
      if (typeof scrolled === "number") setReturnTo(scrolled);
    },
  });

  useLayoutEffect(() => {
    const handedBack = slotsOfMeals(parseSelectedItems(takeNavigationState()), weeklyMenu);
    if (slotCount(handedBack) > 0) {
      restore({ slots: handedBack, openWeeks, allWeeks: false });
      discard();
    } else if (window.location.hash !== `#${section.current?.id}`) return;
    section.current?.scrollIntoView({ behavior: "instant" });
  }, [discard]);

  function restoreAbandoned(): void {
    if (offered) restore({ slots: joinSlots(slots, offered), openWeeks, allWeeks });
    discard();
  }

  return { offered: offered !== undefined, onRestore: restoreAbandoned, onForget: discard };
}
