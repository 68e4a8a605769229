import { birthday } from "~/storefront/features/events/content/birthday";
import { birthdayDetails } from "~/storefront/features/events/content/birthdayDetails";
import { EventDetails } from "~/storefront/features/events/details/EventDetails";

export const description =
  "Sample birthday menus from our kitchen in Chennai: veg, non-veg and mixed. How booking works, and answers.";

export default function BirthdayDetailsPage() {
  return <EventDetails event={birthday} details={birthdayDetails} />;
}
