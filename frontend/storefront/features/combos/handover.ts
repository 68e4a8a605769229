import { edition } from "~/shared/catalogue/edition";
import { rules } from "~/shared/catalogue/rules";
import { priceCombos } from "~/shared/domain/pricing/combos";
import { toRupees } from "~/shared/domain/pricing/paise";
import { readSlots, type Slots, slotCount } from "~/shared/domain/weekly/slots";
import type { MealId, WeekId, WeeklyMenu } from "~/shared/domain/weekly/weeklyMenu";

/** One meal of one day for display: its day, if the menu names one, and its pictures. */
export interface MealImage {
  readonly day?: string;
  readonly pictures: readonly { readonly img: string; readonly name: string }[];
}

type MealImages = Readonly<Record<WeekId, Readonly<Record<MealId, readonly MealImage[]>>>>;

/** Navigation state from the picker to the form; amounts in rupees (specification, section 2). */
export interface ComboHandover {
  readonly selectedItems: Slots;
  readonly mealImages: MealImages;
  readonly finalAmount: number;
  readonly discount: number;
  /** What the items of a day hold, as the picker's summary says it; missing where it is not known. */
  readonly holds?: string;
  /** The edition of the menu with these amounts and meals; missing for the contract's own menu. */
  readonly edition?: number;
}

export function handoverOf(slots: Slots, menu: WeeklyMenu, holds = ""): ComboHandover {
  const { finalAmount, discount } = priceCombos(slotCount(slots), rules.combos);
  return {
    selectedItems: slots,
    mealImages: everyMeal((week, meal) =>
      menu[week][meal].map(({ day, items }) => ({
        day,
        pictures: items.map(({ img, name }) => ({ img, name })),
      })),
    ),
    finalAmount: toRupees(finalAmount),
    discount: toRupees(discount),
    ...(holds ? { holds } : {}),
    ...(edition > 0 ? { edition } : {}),
  };
}

/**
 * Parses navigation state, which may come from another release or be anything: null if it is invalid, or has no
 * selected item. Missing images are allowed.
 */
export function readHandover(state: unknown): ComboHandover | null {
  if (!isRecord(state)) return null;
  const selectedItems = readSlots(state.selectedItems, rules.combos.itemsPerMeal);
  const { finalAmount, discount, holds, mealImages, edition } = state;
  if (!selectedItems || slotCount(selectedItems) === 0) return null;
  if (!isAmount(finalAmount) || !isAmount(discount)) return null;
  return {
    selectedItems,
    mealImages: readMealImages(mealImages),
    finalAmount,
    discount,
    ...(typeof holds === "string" ? { holds } : {}),
    ...(Number.isSafeInteger(edition) ? { edition: Number(edition) } : {}),
  };
}

function readMealImages(value: unknown): MealImages {
  return everyMeal((week, meal) =>
    Array.from({ length: rules.combos.itemsPerMeal }, (_, index) =>
      readMealImage(member(member(member(value, week), meal), index)),
    ),
  );
}

function readMealImage(value: unknown): MealImage {
  const day = member(value, "day");
  const pictures = member(value, "pictures");
  return {
    ...(typeof day === "string" ? { day } : {}),
    pictures: Array.isArray(pictures) ? pictures.filter(isPicture) : [],
  };
}

function everyMeal<Value>(
  read: (week: WeekId, meal: MealId) => Value,
): Record<WeekId, Record<MealId, Value>> {
  const mealsOf = (week: WeekId) => ({
    breakfast: read(week, "breakfast"),
    lunch: read(week, "lunch"),
    dinner: read(week, "dinner"),
  });
  return {
    week1: mealsOf("week1"),
    week2: mealsOf("week2"),
    week3: mealsOf("week3"),
    week4: mealsOf("week4"),
  };
}

function isRecord(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null;
}

function member(value: unknown, key: string | number): unknown {
  return isRecord(value) ? value[key] : undefined;
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isPicture(value: unknown): value is { img: string; name: string } {
  return typeof member(value, "img") === "string" && typeof member(value, "name") === "string";
}

/** Name of the selection in history entries and among abandoned selections. */
export const COMBO_SELECTION_KEY = "comboTicks";
