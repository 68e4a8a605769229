import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { rules } from "~/shared/catalogue/rules";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { MENU_SELECTION_KEY, parseSelectedItems } from "~/shared/domain/subscription/selectedItem";
import { slotsOfMeals } from "~/shared/domain/weekly/selectedMeals";
import { joinSlots, NO_SLOTS, readSlots, type Slots, slotCount } from "~/shared/domain/weekly/slots";
import { withoutSoldOut } from "~/storefront/product/soldOutSlots";
import { useAbandonedSelection } from "~/storefront/session/abandonedSelection";
import { takeNavigationState } from "~/storefront/session/historyState";
import { usePersistedState } from "~/storefront/session/usePersistedState";

interface MenuState {
  readonly slots: Slots;
  /** Whether the last week is shown. */
  readonly allWeeks: boolean;
}

/** Scroll offsets in pixels: of the window, and of the row of weeks. */
interface Place {
  readonly scrolled: number;
  readonly across: number;
}

/**
 * Persists the selection, the shown weeks and the scroll offsets in the history entry, for reload and back. A link
 * leads to the page's top (section 2); the review screen's link to change meals then scrolls on to the tables.
 */
export function usePersistedSlots(
  { slots, allWeeks }: MenuState,
  section: RefObject<HTMLElement | null>,
  weeks: RefObject<HTMLElement | null>,
  restore: (state: MenuState) => void,
) {
  const value = useMemo(() => ({ slots, allWeeks }), [slots, allWeeks]);
  const [returnTo, setReturnTo] = useState<Place | null>(null);

  // After the navigation's jump to the top in the same frame, and before the restored offset is persisted again.
  useLayoutEffect(() => {
    if (returnTo === null) return;
    window.scrollTo({ top: returnTo.scrolled, behavior: "instant" });
    weeks.current?.scrollTo({ left: returnTo.across, behavior: "instant" });
  }, [returnTo, weeks]);

  const { offered, discard } = useAbandonedSelection(
    MENU_SELECTION_KEY,
    slotCount(slots) > 0 ? slots : undefined,
    () => restore({ slots: NO_SLOTS, allWeeks }),
  );

  usePersistedState({
    name: MENU_SELECTION_KEY,
    value,
    serialize: (state) =>
      slotCount(slots) > 0 || allWeeks
        ? {
            ...state,
            scrolled: Math.round(window.scrollY),
            across: Math.round(weeks.current?.scrollLeft ?? 0),
          }
        : undefined,
    restore: (persisted) => {
      const { slots, allWeeks, scrolled, across } = Object(persisted) as Record<string, unknown>;
      restore({
        slots: withoutSoldOut(readSlots(slots, DAYS_PER_MEAL) ?? NO_SLOTS),
        allWeeks: allWeeks === true,
      });
      if (persisted !== null) discard();
      if (typeof scrolled === "number")
        setReturnTo({ scrolled, across: typeof across === "number" ? across : 0 });
    },
  });

  useLayoutEffect(() => {
    const handedBack = slotsOfMeals(parseSelectedItems(takeNavigationState()), weeklyMenu);
    if (slotCount(handedBack) > 0) {
      restore({ slots: handedBack, allWeeks: false });
      discard();
    } else if (window.location.hash !== `#${section.current?.id}`) return;
    section.current?.scrollIntoView({ behavior: "instant" });
  }, [discard]);

  function restoreAbandoned(): void {
    if (offered) restore({ slots: joinSlots(slots, offered), allWeeks });
    discard();
  }

  return { offered: offered !== undefined, onRestore: restoreAbandoned, onForget: discard };
}

/** Monday to Saturday. */
export const DAYS_PER_MEAL = rules.combos.itemsPerMeal;
