import { family } from "~/features/events/content/family";
import { EventPage } from "~/features/events/page/EventPage";

export default function FamilyPage() {
  return <EventPage event={family} />;
}
