import { freeDeliveryKm } from "~/shared/catalogue/place";
import { ComboFormScreen } from "~/storefront/features/combos/form/ComboFormScreen";

export const description = `Delivery details of your weekly and monthly combos. Free delivery within ${freeDeliveryKm} km.`;

export default function CombosFormPage() {
  return <ComboFormScreen />;
}
