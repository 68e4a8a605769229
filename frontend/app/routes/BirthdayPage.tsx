import { birthday } from "~/features/events/content/birthday";
import { EventPage } from "~/features/events/page/EventPage";

export default function BirthdayPage() {
  return <EventPage event={birthday} />;
}
