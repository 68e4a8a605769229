import { HealthPlans } from "~/features/health-plans/HealthPlans";

export default function HealthPlansPage() {
  return <HealthPlans />;
}
