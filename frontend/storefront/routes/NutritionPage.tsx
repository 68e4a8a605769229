import { Nutrition } from "~/storefront/features/nutrition/Nutrition";

export const description =
  "Tell us your dietary goal, allergies and favourite foods, and we’ll suggest dishes from our kitchen.";

export default function NutritionPage() {
  return <Nutrition />;
}
