import { family } from "~/features/events/content/family";
import { familyDetails } from "~/features/events/content/familyDetails";
import { EventDetails } from "~/features/events/details/EventDetails";

export default function FamilyDetailsPage() {
  return <EventDetails event={family} details={familyDetails} />;
}
