/* Written by `make contract` from contract/schemas. */

/**
 * The meals a visitor builds a subscription from, for each meal of the day; as shipped, ten each.
 */
export interface CustomMealChoice {
  /**
   * @minItems 1
   * @maxItems 24
   */
  breakfast: BreakfastItem[];
  /**
   * @minItems 1
   * @maxItems 24
   */
  lunch: LunchItem[];
  /**
   * @minItems 1
   * @maxItems 24
   */
  dinner: DinnerItem[];
}
export interface BreakfastItem {
  /**
   * Letter of the meal and a number; never used again.
   */
  id: string;
  /**
   * Picture key.
   */
  image: string;
  /**
   * Name of the meal.
   */
  title: string;
  /**
   * One sentence on what is on the plate.
   */
  desc: string;
}
export interface LunchItem {
  /**
   * Letter of the meal and a number; never used again.
   */
  id: string;
  /**
   * Picture key.
   */
  image: string;
  /**
   * Name of the meal.
   */
  title: string;
  /**
   * One sentence on what is on the plate.
   */
  desc: string;
}
export interface DinnerItem {
  /**
   * Letter of the meal and a number; never used again.
   */
  id: string;
  /**
   * Picture key.
   */
  image: string;
  /**
   * Name of the meal.
   */
  title: string;
  /**
   * One sentence on what is on the plate.
   */
  desc: string;
}
