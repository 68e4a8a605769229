import { type Dispatch, type MouseEvent, useId } from "react";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import type { SlotChange } from "~/shared/domain/weekly/slots";
import {
  entryTitle,
  type MealId,
  type WeekId,
  type WeeklyEntry,
  weekLabel,
} from "~/shared/domain/weekly/weeklyMenu";
import { isBesideLabel } from "~/shared/lib/fields";
import { Checkbox } from "~/shared/ui/Checkbox";
import { useDimmed } from "./DietFilter";
import { SoldOutNote } from "./SoldOutNote";
import { isItemSoldOut } from "./soldOutSlots";

/** One meal of one week: its days are selected one by one. */
export interface MealDaysProps {
  week: WeekId;
  meal: MealId;
  selectedDays: readonly number[];
  dispatch: Dispatch<SlotChange>;
}

export interface MealDayProps extends Omit<MealDaysProps, "selectedDays"> {
  /** 0 is Monday. */
  day: number;
  entry: WeeklyEntry;
  selected: boolean;
}

/** What each of the meal's days is drawn from. */
export function mealDays({ selectedDays, ...meal }: MealDaysProps): readonly MealDayProps[] {
  return weeklyMenu[meal.week][meal.meal].map((entry, day) => {
    return { ...meal, day, entry, selected: selectedDays.includes(day) };
  });
}

/**
 * What a day of the weekly menu is drawn from: its row, which toggles it on a click anywhere, its checkbox, and notes
 * on its items. A day with a sold-out item can only be deselected.
 */
export function useMealDay({ week, meal, day, entry, selected, dispatch }: MealDayProps, dayName: string) {
  const id = useId();
  const dimmed = useDimmed(entry);
  const soldOut = soldOutNotes(entry.items, id);
  const isLocked = soldOut !== undefined && !selected;
  const select = (on: boolean) => dispatch({ kind: "day", week, meal, day, on });
  return {
    className: dimmed.className,
    onClick: (event: MouseEvent) => !isLocked && isBesideLabel(event) && select(!selected),
    checkbox: (
      <Checkbox
        labelHidden
        label={`${dayName}, ${weekLabel(week)} ${meal}: ${entryTitle(entry)}`}
        describedBy={soldOut ?? dimmed.describedBy}
        checked={selected}
        disabled={isLocked}
        onChange={select}
      />
    ),
    /** For each item, what stands after its name: that it is sold out. */
    notes: entry.items.map(
      ({ name }, index) => isItemSoldOut(name) && <SoldOutNote id={`${id}-${index}`} text="Sold out" />,
    ),
  };
}

/** The ids of the notes of a meal's items, to describe its checkbox; undefined without any. */
function soldOutNotes(items: readonly { readonly name: string }[], id: string): string | undefined {
  const ids = items.flatMap(({ name }, index) => (isItemSoldOut(name) ? [`${id}-${index}`] : []));
  return ids.length > 0 ? ids.join(" ") : undefined;
}
