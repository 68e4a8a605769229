import { corporate, corporateDetails } from "~/storefront/features/events/content/corporate";
import { EventDetails } from "~/storefront/features/events/details/EventDetails";

export const { description } = corporateDetails;

export default function CorporateDetailsPage() {
  return <EventDetails event={corporate} details={corporateDetails} />;
}
