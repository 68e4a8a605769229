import { platters } from "~/storefront/features/events/content/platters";
import { EventPage } from "~/storefront/features/events/page/EventPage";

export const description =
  "Platters of sandwiches, wraps, eggs, sundals and cut fruit for a party in Chennai. Tell us how many are coming.";

export default function PlattersPage() {
  return <EventPage event={platters} />;
}
