import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { NO_SLOTS, readSlots, type Slots, slotCount } from "~/domain/weekly/slots";
import { useKept } from "~/lib/visit/useKept";
import { DAYS_PER_MEAL } from "./daysPerMeal";

interface MenuState {
  readonly slots: Slots;
  /** The last week is shown too. */
  readonly allWeeks: boolean;
}

/** In pixels: of the window, and of the row of weeks. */
interface Place {
  readonly scrolled: number;
  readonly across: number;
}

/**
 * The ticks and the shown weeks stay in their history entry, with how far the window, and on phones the row of weeks,
 * was scrolled at the last of them: whoever comes back from the review, or reloads, is there again. A link leads to
 * the page's top (section 2).
 */
export function useKeptTicks(
  { slots, allWeeks }: MenuState,
  weeks: RefObject<HTMLElement | null>,
  restore: (state: MenuState) => void,
): void {
  const value = useMemo(() => ({ slots, allWeeks }), [slots, allWeeks]);
  const [returnTo, setReturnTo] = useState<Place | null>(null);

  // In the frame of the arrival, but after its jump to the top; and before the place is kept again with what was restored.
  useLayoutEffect(() => {
    if (returnTo === null) return;
    window.scrollTo({ top: returnTo.scrolled, behavior: "instant" });
    weeks.current?.scrollTo({ left: returnTo.across, behavior: "instant" });
  }, [returnTo, weeks]);

  useKept({
    name: "menuTicks",
    value,
    pack: (state) =>
      slotCount(slots) > 0 || allWeeks
        ? {
            ...state,
            scrolled: Math.round(window.scrollY),
            across: Math.round(weeks.current?.scrollLeft ?? 0),
          }
        : undefined,
    restore: (kept) => {
      const { slots, allWeeks, scrolled, across } = Object(kept) as Record<string, unknown>;
      restore({ slots: readSlots(slots, DAYS_PER_MEAL) ?? NO_SLOTS, allWeeks: allWeeks === true });
      if (typeof scrolled === "number")
        setReturnTo({ scrolled, across: typeof across === "number" ? across : 0 });
    },
  });
}
