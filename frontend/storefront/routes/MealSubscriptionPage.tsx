import { MealHome } from "~/storefront/features/meal-home/MealHome";
import { texts } from "~/storefront/features/meal-home/texts";

export const { description } = texts;

export default function MealSubscriptionPage() {
  return <MealHome />;
}
