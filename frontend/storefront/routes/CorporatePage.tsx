import { corporate } from "~/storefront/features/events/content/corporate";
import { EventPage } from "~/storefront/features/events/page/EventPage";

export const description =
  "Office lunches, corporate snacking and sponsored meal plans in Chennai, with discounts and coupons for employees.";

export default function CorporatePage() {
  return <EventPage event={corporate} />;
}
