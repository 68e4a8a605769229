import { corporate } from "~/storefront/features/events/content/corporate";
import { EventPage } from "~/storefront/features/events/page/EventPage";

export const { description } = corporate;

export default function CorporatePage() {
  return <EventPage event={corporate} />;
}
