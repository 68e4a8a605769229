import { Nutrition } from "~/storefront/features/nutrition/Nutrition";
import { texts } from "~/storefront/features/nutrition/texts";

export const { description } = texts;

export default function NutritionPage() {
  return <Nutrition />;
}
