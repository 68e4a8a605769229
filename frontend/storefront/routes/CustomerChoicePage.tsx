import { CustomChoice } from "~/storefront/features/custom-choice/CustomChoice";

export { description } from "./descriptions/customerChoice";

export default function CustomerChoicePage() {
  return <CustomChoice />;
}
