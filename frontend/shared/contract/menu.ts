/* Written by `make contract` from contract/schemas. */

/**
 * One menu of dishes to choose from: veg, non-veg or meal tray. Categories and dishes are shown in this order.
 */
export interface Menu {
  /**
   * Which of the three menus this file holds.
   */
  kind: "veg" | "nonveg" | "tray";
  /**
   * Empty where the shop does not have this menu.
   */
  categories: Category[];
}
/**
 * Dishes shown together under one heading.
 */
export interface Category {
  /**
   * Unique within the menu; stands in the address of the category.
   */
  id: string;
  /**
   * Heading of the category.
   */
  title: string;
  /**
   * @minItems 1
   * @maxItems 24
   */
  items: Dish[];
}
/**
 * A dish. Without prices it can be chosen and adds nothing to the total.
 */
export interface Dish {
  /**
   * Unique within the menu; ticked dishes are kept by it.
   */
  id: string;
  /**
   * Unique within the menu; orders carry it.
   */
  name: string;
  /**
   * The square mark beside the dish. Egg counts as nonveg.
   */
  mark: "veg" | "nonveg";
  /**
   * Picture key. The same dish has the same key in every menu.
   */
  image: string;
  prices?: Prices;
}
/**
 * Price per day and meal section in each tier; a longer tier never costs more.
 */
export interface Prices {
  /**
   * Rupees per day and meal below 15 days.
   */
  week: number;
  /**
   * Rupees per day and meal from 15 to 29 days.
   */
  fifteen: number;
  /**
   * Rupees per day and meal from 30 days.
   */
  thirty: number;
}
