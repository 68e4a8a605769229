/* Written by `make contract` from contract/schemas. */

/**
 * The meals a visitor builds a subscription from: ten for each meal of the day.
 */
export interface CustomMealChoice {
  /**
   * @minItems 10
   * @maxItems 10
   */
  breakfast: BreakfastItem[];
  /**
   * @minItems 10
   * @maxItems 10
   */
  lunch: LunchItem[];
  /**
   * @minItems 10
   * @maxItems 10
   */
  dinner: DinnerItem[];
}
export interface BreakfastItem {
  /**
   * Letter of the meal and a number from 1 to 10.
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
   * Letter of the meal and a number from 1 to 10.
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
   * Letter of the meal and a number from 1 to 10.
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
