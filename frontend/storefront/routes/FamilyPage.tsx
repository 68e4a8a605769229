import { family } from "~/storefront/features/events/content/family";
import { EventPage } from "~/storefront/features/events/page/EventPage";

export const description =
  "Phulkas, gravies, sundals and rice bowls for a family table in Chennai, at home or with us. Tell us the day.";

export default function FamilyPage() {
  return <EventPage event={family} />;
}
