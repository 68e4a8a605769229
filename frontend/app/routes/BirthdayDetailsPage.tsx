import { birthday } from "~/features/events/content/birthday";
import { birthdayDetails } from "~/features/events/content/birthdayDetails";
import { EventDetails } from "~/features/events/details/EventDetails";

export const description =
  "Sample birthday menus from our kitchen in Chennai: veg, non-veg and mixed. How booking works, and answers.";

export default function BirthdayDetailsPage() {
  return <EventDetails event={birthday} details={birthdayDetails} />;
}
