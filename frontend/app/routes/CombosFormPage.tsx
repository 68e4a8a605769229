import { ComboFormScreen } from "~/features/combos/form/ComboFormScreen";

export default function CombosFormPage() {
  return <ComboFormScreen />;
}
