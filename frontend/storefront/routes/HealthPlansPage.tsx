import { HealthPlans } from "~/storefront/features/health-plans/HealthPlans";

export const description =
  "Weight gain, weight loss and nutrition plans, each with doctors you can book an appointment with.";

export default function HealthPlansPage() {
  return <HealthPlans />;
}
