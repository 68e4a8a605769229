import { MEALS, type MealId, WEEKS, type WeekId } from "./weeklyMenu";

/** The selected day indexes (0 is Monday) of each meal of each week, ascending and without duplicates. */
export type Slots = Readonly<Record<WeekId, Readonly<Record<MealId, readonly number[]>>>>;

/** State of a "select all" checkbox. */
export type SelectionState = "all" | "some" | "none";

export interface SlotPlace {
  readonly week: WeekId;
  readonly meal: MealId;
}

/** Whether a slot is sold out, so that "select all" does not reach it. */
export type IsSoldOut = (place: SlotPlace, day: number) => boolean;

const never: IsSoldOut = () => false;

function slotsWith(days: readonly number[]): Slots {
  const week = { breakfast: days, lunch: days, dinner: days };
  return { week1: week, week2: week, week3: week, week4: week };
}

export const NO_SLOTS: Slots = slotsWith([]);

/** Every day of every meal of every week that is not sold out. */
export function allSlots(daysPerMeal: number, isSoldOut = never): Slots {
  return WEEKS.reduce((slots, week) => selectWeek(slots, week, daysPerMeal, true, isSoldOut), NO_SLOTS);
}

/** Selects or deselects one day of one meal. */
export function selectDay(slots: Slots, { week, meal }: SlotPlace, day: number, on: boolean): Slots {
  const others = slots[week][meal].filter((other) => other !== day);
  const days = on ? [...others, day].sort((a, b) => a - b) : others;
  return { ...slots, [week]: { ...slots[week], [meal]: days } };
}

export function joinSlots(one: Slots, other: Slots): Slots {
  let slots = one;
  for (const week of WEEKS) {
    for (const meal of MEALS) {
      for (const day of other[week][meal]) slots = selectDay(slots, { week, meal }, day, true);
    }
  }
  return slots;
}

/** Selects every day of one meal, or none. */
export function selectMeal(
  slots: Slots,
  { week, meal }: SlotPlace,
  daysPerMeal: number,
  on: boolean,
  isSoldOut = never,
): Slots {
  const days = on ? availableDays({ week, meal }, daysPerMeal, isSoldOut) : [];
  return { ...slots, [week]: { ...slots[week], [meal]: days } };
}

/** Selects every day of a week's three meals, or none. */
export function selectWeek(
  slots: Slots,
  week: WeekId,
  daysPerMeal: number,
  on: boolean,
  isSoldOut = never,
): Slots {
  return MEALS.reduce(
    (selected, meal) => selectMeal(selected, { week, meal }, daysPerMeal, on, isSoldOut),
    slots,
  );
}

/** "all" when the selected days equal the number of days (specification, section 4) that are not sold out. */
export function mealState(
  slots: Slots,
  place: SlotPlace,
  daysPerMeal: number,
  isSoldOut = never,
): SelectionState {
  return daysState(slots[place.week][place.meal], place, daysPerMeal, isSoldOut);
}

/** `mealState` for a meal's selected days. */
export function daysState(
  { length }: readonly number[],
  place: SlotPlace,
  daysPerMeal: number,
  isSoldOut = never,
): SelectionState {
  if (length === 0) return "none";
  return length >= availableDays(place, daysPerMeal, isSoldOut).length ? "all" : "some";
}

/** "all" when the week's three meals are full, apart from a meal that is sold out altogether. */
export function weekState(
  slots: Slots,
  week: WeekId,
  daysPerMeal: number,
  isSoldOut = never,
): SelectionState {
  const places = MEALS.map((meal) => ({ week, meal }));
  const states = places
    .filter((place) => availableDays(place, daysPerMeal, isSoldOut).length > 0)
    .map((place) => mealState(slots, place, daysPerMeal, isSoldOut));
  if (states.every((state) => state === "none")) return "none";
  return states.every((state) => state === "all") ? "all" : "some";
}

export function slotCount(slots: Slots): number {
  return WEEKS.reduce((sum, week) => sum + weekCount(slots, week), 0);
}

/** The number of a week's selected meals, 0 to 18. */
export function weekCount(slots: Slots, week: WeekId): number {
  return MEALS.reduce((sum, meal) => sum + slots[week][meal].length, 0);
}

/** A change by a checkbox; `on` is its new state. */
export type SlotChange =
  | ({ readonly kind: "day"; readonly day: number; readonly on: boolean } & SlotPlace)
  | ({ readonly kind: "meal"; readonly on: boolean } & SlotPlace)
  | { readonly kind: "week"; readonly week: WeekId; readonly on: boolean };

export function changeSlots(slots: Slots, change: SlotChange, daysPerMeal: number, isSoldOut = never): Slots {
  switch (change.kind) {
    case "day":
      return selectDay(slots, change, change.day, change.on);
    case "meal":
      return selectMeal(slots, change, daysPerMeal, change.on, isSoldOut);
    case "week":
      return selectWeek(slots, change.week, daysPerMeal, change.on, isSoldOut);
  }
}

/** Parses slots from a history entry, which is untrusted: duplicates are dropped; null for anything invalid. */
export function readSlots(value: unknown, daysPerMeal: number): Slots | null {
  const isDay = (day: unknown) => Number.isInteger(day) && Number(day) >= 0 && Number(day) < daysPerMeal;
  let slots = NO_SLOTS;
  for (const week of WEEKS) {
    for (const meal of MEALS) {
      const days = memberOf(memberOf(value, week), meal);
      if (!Array.isArray(days) || !days.every(isDay)) return null;
      for (const day of days as number[]) slots = selectDay(slots, { week, meal }, day, true);
    }
  }
  return slots;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function availableDays(place: SlotPlace, daysPerMeal: number, isSoldOut: IsSoldOut): readonly number[] {
  return Array.from({ length: daysPerMeal }, (_, day) => day).filter((day) => !isSoldOut(place, day));
}
