import { HealthPlans } from "~/storefront/features/health-plans/HealthPlans";
import { texts } from "~/storefront/features/health-plans/texts";

export const { description } = texts;

export default function HealthPlansPage() {
  return <HealthPlans />;
}
