import { type Amount, addAmounts, amountOfName, anyOf, type PortionsByName } from "../facts";
import type { SelectedItem } from "../subscription/selectedItem";
import { NO_SLOTS, type Slots, selectDay } from "./slots";
import {
  entryTitle,
  MEAL_LABELS,
  MEALS,
  type MealId,
  WEEKS,
  type WeekId,
  type WeeklyEntry,
  type WeeklyMenu,
  weekLabel,
  weekNumber,
} from "./weeklyMenu";

/** The selected days as items, sorted by week, meal and day; the id has all three: "W1-B-Monday". */
export function selectedMeals(slots: Slots, menu: WeeklyMenu): readonly SelectedItem[] {
  return WEEKS.flatMap((week) =>
    MEALS.flatMap((meal) =>
      menu[week][meal]
        .filter((_entry, day) => slots[week][meal].includes(day))
        .map((entry) => ({
          id: idOf(week, meal, entry),
          image: entry.items[0]?.img ?? "",
          title: entryTitle(entry),
          desc: [`${weekLabel(week)}, ${entry.day}`, ...proteinOf(entry)].join(" · "),
          category: MEAL_LABELS[meal],
        })),
    ),
  );
}

/** What a selected day holds, as the range over all selected days; undefined if an item is unknown. */
export function amountOfDay(slots: Slots, menu: WeeklyMenu, portions: PortionsByName): Amount | undefined {
  const days = WEEKS.flatMap((week) =>
    menu[week].breakfast.map((_entry, day) =>
      MEALS.flatMap((meal) => (slots[week][meal].includes(day) ? (menu[week][meal][day]?.items ?? []) : [])),
    ),
  ).filter((items) => items.length > 0);
  return anyOf(days.map((items) => addAmounts(items.map(({ name }) => amountOfName(portions[name])))));
}

/** Whether a selected item is a day of the weekly menu, rather than a meal of the customer's own plan. */
export function isWeeklyMeal({ id }: SelectedItem): boolean {
  return /^W\d-/.test(id);
}

/** Selected items of one meal, "Breakfast", and of the weekly menu also of one week, "Week 1, Breakfast". */
export interface MealGroup {
  readonly label: string;
  readonly meals: readonly SelectedItem[];
}

/** The selected items by week and meal, in the order of the weeks and of the day; the customer's own plan comes first. */
export function mealGroups(items: readonly SelectedItem[]): readonly MealGroup[] {
  return [undefined, ...WEEKS].flatMap((week) =>
    MEALS.map((meal) => ({
      label: week ? `${weekLabel(week)}, ${MEAL_LABELS[meal]}` : MEAL_LABELS[meal],
      meals: items.filter((item) => weekOf(item) === week && item.category === MEAL_LABELS[meal]),
    })).filter(({ meals }) => meals.length > 0),
  );
}

/** The week of a day of the weekly menu. */
function weekOf({ id }: SelectedItem): WeekId | undefined {
  return WEEKS.find((week) => id.startsWith(`W${weekNumber(week)}-`));
}

/** The inverse of the above; items of other screens are ignored. */
export function slotsOfMeals(items: readonly SelectedItem[], menu: WeeklyMenu): Slots {
  const ids = new Set(items.map(({ id }) => id));
  let slots = NO_SLOTS;
  for (const week of WEEKS) {
    for (const meal of MEALS) {
      menu[week][meal].forEach((entry, day) => {
        if (ids.has(idOf(week, meal, entry))) slots = selectDay(slots, { week, meal }, day, true);
      });
    }
  }
  return slots;
}

function idOf(week: WeekId, meal: MealId, { day }: WeeklyEntry): string {
  return `W${weekNumber(week)}-${MEAL_LABELS[meal].charAt(0)}-${day}`;
}

/** "14g + 12g protein"; "" when no item states any. */
function proteinOf({ items }: WeeklyEntry): string[] {
  const stated = items.map((item) => item.protein).filter((protein) => protein !== "-");
  return stated.length > 0 ? [`${stated.join(" + ")} protein`] : [];
}
