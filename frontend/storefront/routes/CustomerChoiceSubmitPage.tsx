import { freeDeliveryKm } from "~/shared/catalogue/place";
import { SubscriptionScreen } from "~/storefront/features/subscription/SubscriptionScreen";

export const description = `Your selected meals and the form to subscribe to them. Free delivery within ${freeDeliveryKm} km.`;

export default function CustomerChoiceSubmitPage() {
  return <SubscriptionScreen />;
}
