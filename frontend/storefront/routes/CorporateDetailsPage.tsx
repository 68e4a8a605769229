import { corporate } from "~/storefront/features/events/content/corporate";
import { corporateDetails } from "~/storefront/features/events/content/corporateDetails";
import { EventDetails } from "~/storefront/features/events/details/EventDetails";

export const { description } = corporateDetails;

export default function CorporateDetailsPage() {
  return <EventDetails event={corporate} details={corporateDetails} />;
}
