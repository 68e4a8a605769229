/* Written by `make contract` from contract/schemas. */

/**
 * The three plans under which an appointment with a doctor is booked.
 */
export interface HealthPlans {
  /**
   * @minItems 3
   * @maxItems 3
   */
  plans: Plan[];
}
export interface Plan {
  /**
   * Names the plan.
   */
  id: string;
  /**
   * Heading of the plan card.
   */
  title: string;
  /**
   * Shown when the plan is open; promises no result.
   */
  description: string;
  /**
   * Picture key.
   */
  image: string;
}
