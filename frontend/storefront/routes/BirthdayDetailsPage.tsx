import { birthday } from "~/storefront/features/events/content/birthday";
import { birthdayDetails } from "~/storefront/features/events/content/birthdayDetails";
import { EventDetails } from "~/storefront/features/events/details/EventDetails";

export const { description } = birthdayDetails;

export default function BirthdayDetailsPage() {
  return <EventDetails event={birthday} details={birthdayDetails} />;
}
