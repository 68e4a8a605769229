import { birthday } from "~/features/events/content/birthday";
import { birthdayDetails } from "~/features/events/content/birthdayDetails";
import { EventDetails } from "~/features/events/details/EventDetails";

export default function BirthdayDetailsPage() {
  return <EventDetails event={birthday} details={birthdayDetails} />;
}
