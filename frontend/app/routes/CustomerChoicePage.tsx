import { CustomChoice } from "~/features/custom-choice/CustomChoice";

export default function CustomerChoicePage() {
  return <CustomChoice />;
}
