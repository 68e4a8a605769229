import { corporate } from "~/features/events/content/corporate";
import { corporateDetails } from "~/features/events/content/corporateDetails";
import { EventDetails } from "~/features/events/details/EventDetails";

export default function CorporateDetailsPage() {
  return <EventDetails event={corporate} details={corporateDetails} />;
}
