import { family, familyDetails } from "~/storefront/features/events/content/family";
import { EventDetails } from "~/storefront/features/events/details/EventDetails";

export const { description } = familyDetails;

export default function FamilyDetailsPage() {
  return <EventDetails event={family} details={familyDetails} />;
}
