import { birthday } from "~/storefront/features/events/content/birthday";
import { EventPage } from "~/storefront/features/events/page/EventPage";

export const { description } = birthday;

export default function BirthdayPage() {
  return <EventPage event={birthday} />;
}
