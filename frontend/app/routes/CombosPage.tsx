import { ComboPicker } from "~/features/combos/picker/ComboPicker";

export default function CombosPage() {
  return <ComboPicker />;
}
