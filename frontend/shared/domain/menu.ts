/** Types and meal sections of day orders, shared by catalogue, selection and pricing. */

import type { DeepReadonly } from "~/shared/contract/deepReadonly";
import type * as contract from "~/shared/contract/menu";

/** A menu of dishes. Those without prices can be chosen and add nothing (specification, section 3: Ragi Porridge). */
export type Menu = DeepReadonly<contract.Menu>;
export type MenuCategory = Menu["categories"][number];
export type Dish = MenuCategory["items"][number];
export type DishMark = Dish["mark"];

/** The three menus that are ordered by the day. */
export type OrderKind = Menu["kind"];

/** Rupees per day and meal section. The tier below applies when one is missing. */
export type TierPrices = Readonly<Partial<contract.Prices>>;

export const MEAL_SECTIONS = [
  { id: "breakfast", label: "Breakfast" },
  { id: "lunch", label: "Lunch" },
  { id: "dinner", label: "Dinner" },
] as const;

export type MealSectionId = (typeof MEAL_SECTIONS)[number]["id"];
