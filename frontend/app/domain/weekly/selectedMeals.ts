import type { SelectedItem } from "../subscription/selectedItem";
import type { Slots } from "./slots";
import {
  entryTitle,
  MEAL_LABELS,
  MEALS,
  WEEKS,
  type WeeklyEntry,
  type WeeklyMenu,
  weekLabel,
  weekNumber,
} from "./weeklyMenu";

/** The ticked days as selected items, by week, meal and day; the id says all three: "W1-B-Monday". */
export function selectedMeals(slots: Slots, menu: WeeklyMenu): readonly SelectedItem[] {
  return WEEKS.flatMap((week) =>
    MEALS.flatMap((meal) =>
      menu[week][meal]
        .filter((_entry, day) => slots[week][meal].includes(day))
        .map((entry) => ({
          id: `W${weekNumber(week)}-${MEAL_LABELS[meal].charAt(0)}-${entry.day}`,
          image: entry.items[0]?.img ?? "",
          title: entryTitle(entry),
          desc: [`${weekLabel(week)}, ${entry.day}`, ...proteinOf(entry)].join(" · "),
          category: MEAL_LABELS[meal],
        })),
    ),
  );
}

/** Whether a selected item is a day of the weekly menu, rather than a meal of the customer's own plan. */
export function isWeeklyMeal({ id }: SelectedItem): boolean {
  return /^W\d-/.test(id);
}

/** "14g + 12g protein", or nothing where no item states any. */
function proteinOf({ items }: WeeklyEntry): string[] {
  const stated = items.map((item) => item.protein).filter((protein) => protein !== "-");
  return stated.length > 0 ? [`${stated.join(" + ")} protein`] : [];
}
