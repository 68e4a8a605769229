import { ComboFormScreen } from "~/features/combos/form/ComboFormScreen";

export const description = "Delivery details of your weekly and monthly combos. Free delivery within 5 km.";

export default function CombosFormPage() {
  return <ComboFormScreen />;
}
