import { ComboPicker } from "~/storefront/features/combos/picker/ComboPicker";

export { description } from "./descriptions/combos";

export default function CombosPage() {
  return <ComboPicker />;
}
