import { SubscriptionScreen } from "~/features/subscription/SubscriptionScreen";

export default function CustomerChoiceSubmitPage() {
  return <SubscriptionScreen />;
}
