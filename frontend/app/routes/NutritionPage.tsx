import { Nutrition } from "~/features/nutrition/Nutrition";

export default function NutritionPage() {
  return <Nutrition />;
}
