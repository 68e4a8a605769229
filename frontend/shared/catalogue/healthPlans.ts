import catalogue from "@contract/catalogue/health-plans.json";

export type HealthPlan = Readonly<(typeof catalogue.plans)[number]>;

/** The three plans under which a doctor can be booked. The contract's own test holds the file to its schema. */
export const healthPlans: readonly HealthPlan[] = catalogue.plans;

/** The plan that also has a form of its own, the nutrition enquiry. */
export const NUTRITION_PLAN_ID = "nutrition";
