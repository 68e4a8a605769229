import {
  allSlots,
  changeSlots,
  type IsSoldOut,
  NO_SLOTS,
  type SlotChange,
  type Slots,
} from "~/shared/domain/weekly/slots";

/** The selected combos. Select All Weeks is separate state; the checkboxes of weeks and meals derive from the slots. */
export interface ComboSelection {
  readonly slots: Slots;
  readonly allWeeks: boolean;
}

export const NO_COMBOS: ComboSelection = { slots: NO_SLOTS, allWeeks: false };

export type ComboChange =
  | SlotChange
  | { readonly kind: "allWeeks"; readonly on: boolean }
  | { readonly kind: "restore"; readonly selection: ComboSelection };

/**
 * The selection after a change (specification, section 4 "Combo selection").
 * Any change of a day, a meal or a week clears the Select All Weeks check, even one that fills the last slot.
 */
export function changeCombos(
  selection: ComboSelection,
  change: ComboChange,
  daysPerMeal: number,
  isSoldOut?: IsSoldOut,
): ComboSelection {
  switch (change.kind) {
    case "allWeeks":
      return { slots: change.on ? allSlots(daysPerMeal, isSoldOut) : NO_SLOTS, allWeeks: change.on };
    case "restore":
      return change.selection;
    default:
      return { slots: changeSlots(selection.slots, change, daysPerMeal, isSoldOut), allWeeks: false };
  }
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** The day name in an order: the entry's day field, else Monday to Sunday by index (specification, section 3). */
export function orderedDay(day: string | undefined, index: number): string {
  return day || (WEEKDAYS[index % WEEKDAYS.length] ?? "");
}

/** The day name on screen: the entry's day field, else "Day-n", counted from 1 (specification, section 3). */
export function displayDay(day: string | undefined, index: number): string {
  return day || `Day-${index + 1}`;
}
