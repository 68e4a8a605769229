/** The words of ordering by the day, shared by the catalogue, the selections and the prices. */

/** The three menus that are ordered by the day. */
export type OrderKind = "veg" | "nonveg" | "tray";

/** A price tier; which one an order pays follows from its days. */
export type TierId = "week" | "fifteen" | "thirty";

/** Rupees per day and meal section. A tier may be missing: the one below it counts then. */
export type TierPrices = Readonly<Partial<Record<TierId, number>>>;

export type DishMark = "veg" | "nonveg";

/** A dish of a menu. Without prices it can be chosen and adds nothing (specification, section 3: Ragi Porridge). */
export interface Dish {
  readonly id: string;
  readonly name: string;
  readonly mark: DishMark;
  /** Picture key: the same dish has the same key in every menu. */
  readonly image: string;
  readonly prices?: TierPrices;
}

export interface MenuCategory {
  readonly id: string;
  readonly title: string;
  readonly items: readonly Dish[];
}

export interface Menu {
  readonly kind: OrderKind;
  readonly categories: readonly MenuCategory[];
}
