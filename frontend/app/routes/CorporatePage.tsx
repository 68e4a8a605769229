import { corporate } from "~/features/events/content/corporate";
import { EventPage } from "~/features/events/page/EventPage";

export default function CorporatePage() {
  return <EventPage event={corporate} />;
}
