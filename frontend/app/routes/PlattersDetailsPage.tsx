import { platters } from "~/features/events/content/platters";
import { plattersDetails } from "~/features/events/content/plattersDetails";
import { EventDetails } from "~/features/events/details/EventDetails";

export default function PlattersDetailsPage() {
  return <EventDetails event={platters} details={plattersDetails} />;
}
