import { createContext, type ReactNode, useContext, useState } from "react";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { entryMark, menuEntries, type WeeklyEntry } from "~/shared/domain/weekly/weeklyMenu";
import { ToggleButtons } from "~/shared/ui/ToggleButtons";
import { usePersistedState } from "~/storefront/session/usePersistedState";
import styles from "./DietFilter.module.css";

const LABELS = {
  all: "All",
  veg: "Veg only",
  nonveg: "Non-veg",
};
type Diet = keyof typeof LABELS;
const DIETS = Object.keys(LABELS) as readonly Diet[];

/** Id of the description of every dimmed day's checkbox. */
const DIMMED_ID = "dimmed-day";

const DietContext = createContext<Diet>("all");

/**
 * Dims days of the weekly menu without removing them, so that counts, prices and select-all checkboxes are unaffected.
 * Rows within it call useDimmed. Renders no filter for a menu with days of one diet only.
 */
export function DietFilter({ children }: { children: ReactNode }) {
  const [diet, setDiet] = useState<Diet>("all");
  usePersistedState({
    name: "diet",
    value: diet,
    serialize: () => (diet === "all" ? undefined : diet),
    restore: (persisted) => setDiet(DIETS.find((known) => known === persisted) ?? "all"),
  });
  return (
    <DietContext value={diet}>
      {hasBothMarks && (
        <ToggleButtons
          label="Veg or non-veg"
          options={DIETS}
          labels={LABELS}
          isPressed={(choice) => choice === diet}
          onPress={setDiet}
        >
          <p role="status" className={styles.meaning}>
            {diet === "all"
              ? "Every dish carries its veg or non-veg mark."
              : `Days ${diet === "veg" ? "with" : "without"} a non-veg dish are dimmed. You can still pick them, and Select All adds them too.`}
          </p>
          <span id={DIMMED_ID} hidden>
            Dimmed: has {diet === "veg" ? "a" : "no"} non-veg dish
          </span>
        </ToggleButtons>
      )}
      {children}
    </DietContext>
  );
}

const hasBothMarks = new Set(menuEntries(weeklyMenu).map(entryMark)).size > 1;

/** The class of a day's row and the description of its checkbox while the filter dims it. */
export function useDimmed(entry: WeeklyEntry): { className?: string; describedBy?: string } {
  const diet = useContext(DietContext);
  if (diet === "all" || diet === entryMark(entry)) return {};
  return { className: styles.dimmed, describedBy: DIMMED_ID };
}
