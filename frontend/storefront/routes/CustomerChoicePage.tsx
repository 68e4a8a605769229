import { CustomChoice } from "~/storefront/features/custom-choice/CustomChoice";

export const description =
  "Ten breakfasts, ten lunches and ten dinners to choose from, veg and non-veg. Free delivery within 5 km.";

export default function CustomerChoicePage() {
  return <CustomChoice />;
}
