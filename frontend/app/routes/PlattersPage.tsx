import { platters } from "~/features/events/content/platters";
import { EventPage } from "~/features/events/page/EventPage";

export default function PlattersPage() {
  return <EventPage event={platters} />;
}
