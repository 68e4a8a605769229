import { family } from "~/storefront/features/events/content/family";
import { familyDetails } from "~/storefront/features/events/content/familyDetails";
import { EventDetails } from "~/storefront/features/events/details/EventDetails";

export const description =
  "Sample menus for a family table, cooked in Chennai: veg, non-veg and mixed. How booking works, and answers.";

export default function FamilyDetailsPage() {
  return <EventDetails event={family} details={familyDetails} />;
}
