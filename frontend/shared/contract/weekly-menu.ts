/* Written by `make contract` from contract/schemas. */

/**
 * The six days of one meal, in the order of the week.
 *
 * @minItems 6
 * @maxItems 6
 */
export type Meal = Entry[];

/**
 * Four weeks of set meals, Monday to Saturday. One entry is one combo: two items at one price.
 */
export interface WeeklyMenu {
  week1: Week;
  week2: Week;
  week3: Week;
  week4: Week;
}
/**
 * One week of the three meals.
 */
export interface Week {
  breakfast: Meal;
  lunch: Meal;
  dinner: Meal;
}
/**
 * One combo slot.
 */
export interface Entry {
  /**
   * Day of the week.
   */
  day: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday";
  /**
   * Rupees for this meal on this day: the combos.itemPrice of rules.json.
   */
  comboPrice: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  items: Item[];
}
/**
 * One item of a combo.
 */
export interface Item {
  /**
   * Picture key of the first alternative; a dish of the menus keeps its key.
   */
  img: string;
  /**
   * Name of the item; alternatives are separated by ' / '.
   */
  name: string;
  /**
   * Protein such as '20g', or '-' where none is stated.
   */
  protein: string;
}
