import { MealHome } from "~/features/meal-home/MealHome";

export default function MealSubscriptionPage() {
  return <MealHome />;
}
