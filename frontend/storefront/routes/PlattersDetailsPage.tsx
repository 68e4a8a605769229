import { platters, plattersDetails } from "~/storefront/features/events/content/platters";
import { EventDetails } from "~/storefront/features/events/details/EventDetails";

export const { description } = plattersDetails;

export default function PlattersDetailsPage() {
  return <EventDetails event={platters} details={plattersDetails} />;
}
