import { birthday, birthdayDetails } from "~/storefront/features/events/content/birthday";
import { EventDetails } from "~/storefront/features/events/details/EventDetails";

export const { description } = birthdayDetails;

export default function BirthdayDetailsPage() {
  return <EventDetails event={birthday} details={birthdayDetails} />;
}
