import { ComboPicker } from "~/storefront/features/combos/picker/ComboPicker";

export const description =
  "Four weeks of breakfasts, lunches and dinners to choose from, at ₹375 a meal. Free delivery within 5 km.";

export default function CombosPage() {
  return <ComboPicker />;
}
