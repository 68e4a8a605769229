/** Types and meal sections of day orders, shared by catalogue, selection and pricing. */

/** The three menus that are ordered by the day. */
export type OrderKind = "veg" | "nonveg" | "tray";

/** The square mark beside a dish; egg counts as nonveg. */
export type DishMark = "veg" | "nonveg";

/** Rupees per day and meal section. The tier below applies when one is missing. */
export type TierPrices = Readonly<Partial<Record<"week" | "fifteen" | "thirty", number>>>;

/** A dish without prices can be chosen and adds nothing (specification, section 3: Ragi Porridge). */
export interface Dish {
  /** Unique within the menu, as is the name, which orders carry. */
  readonly id: string;
  readonly name: string;
  readonly mark: DishMark;
  /** Picture key, the same in every menu. */
  readonly image: string;
  readonly prices?: Required<TierPrices>;
}

export interface MenuCategory {
  readonly id: string;
  readonly title: string;
  readonly items: readonly Dish[];
}

/** A menu of dishes (contract/schemas/menu.schema.json); without categories where the shop does not have it. */
export interface Menu {
  readonly kind: OrderKind;
  readonly categories: readonly MenuCategory[];
}

export const MEAL_SECTIONS = [
  { id: "breakfast", label: "Breakfast" },
  { id: "lunch", label: "Lunch" },
  { id: "dinner", label: "Dinner" },
] as const;

export type MealSectionId = (typeof MEAL_SECTIONS)[number]["id"];
