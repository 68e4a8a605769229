/* Written by `make contract` from contract/schemas. */

/**
 * The constants of ordering. Amounts in rupees, lengths in days, distances in kilometres.
 */
export interface BusinessRules {
  /**
   * Indian rupees.
   */
  currency: "INR";
  /**
   * Delivery is free up to this many kilometres.
   */
  freeDeliveryKm: number;
  /**
   * Length of a veg, non-veg or meal tray order.
   */
  days: {
    /**
     * Fewest days of an order.
     */
    min: number;
    /**
     * Most days of an order.
     */
    max: number;
    /**
     * Days that a form starts with.
     */
    default: number;
  };
  /**
   * Price tiers from the lowest; an order takes the last one whose fromDays it reaches. A missing price falls back to the tier before.
   *
   * @minItems 3
   * @maxItems 3
   */
  tiers: Tier[];
  /**
   * The reported chargeable days are the days less this and less the free days, at least 0.
   */
  chargeableDaysOffset: number;
  /**
   * Meal sections in the order of the day.
   *
   * @minItems 3
   * @maxItems 3
   */
  meals: ("breakfast" | "lunch" | "dinner")[];
  tray: {
    /**
     * Fewest dishes of a meal tray.
     */
    minimumDishes: number;
  };
  /**
   * Weekly and monthly combos.
   */
  combos: {
    /**
     * Weeks of the weekly menu.
     */
    weeks: number;
    /**
     * Slots of one meal in one week.
     */
    itemsPerMeal: number;
    /**
     * Rupees for one slot.
     */
    itemPrice: number;
    /**
     * Fewest slots of an order.
     */
    minimumItems: number;
    /**
     * Days of a combo order, fixed.
     */
    days: number;
    /**
     * Ascending; an order takes the last one that it reaches.
     *
     * @minItems 1
     */
    discounts: {
      /**
       * Slots from which the discount holds.
       */
      fromItems: number;
      /**
       * Rupees taken off the base price.
       */
      off: number;
    }[];
  };
  /**
   * Durations of a meal subscription.
   *
   * @minItems 6
   * @maxItems 6
   */
  planDurations: {
    /**
     * Shown.
     */
    label: string;
    /**
     * Sent.
     */
    value: string;
  }[];
  /**
   * Events that can be asked for.
   *
   * @minItems 4
   * @maxItems 4
   */
  eventTypes: string[];
}
export interface Tier {
  /**
   * Key of the tier in the prices of a dish.
   */
  id: "week" | "fifteen" | "thirty";
  /**
   * Shortest order of the tier.
   */
  fromDays: number;
  /**
   * Days cooked and not charged.
   */
  freeDays: number;
}
