import { MealHome } from "~/storefront/features/meal-home/MealHome";

export const description =
  "Individual meals, weekly and monthly combos, meal trays and plans with doctors. Protein-packed, made in Chennai.";

export default function MealSubscriptionPage() {
  return <MealHome />;
}
