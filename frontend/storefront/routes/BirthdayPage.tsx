import { birthday } from "~/storefront/features/events/content/birthday";
import { EventPage } from "~/storefront/features/events/page/EventPage";

export const description =
  "Pancake stacks, fruit bowls, wraps and shakes for a birthday table in Chennai. Tell us the day and who is coming.";

export default function BirthdayPage() {
  return <EventPage event={birthday} />;
}
