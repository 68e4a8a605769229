import { family } from "~/storefront/features/events/content/family";
import { EventPage } from "~/storefront/features/events/page/EventPage";

export const { description } = family;

export default function FamilyPage() {
  return <EventPage event={family} />;
}
