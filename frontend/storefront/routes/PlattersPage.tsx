import { platters } from "~/storefront/features/events/content/platters";
import { EventPage } from "~/storefront/features/events/page/EventPage";

export const { description } = platters;

export default function PlattersPage() {
  return <EventPage event={platters} />;
}
