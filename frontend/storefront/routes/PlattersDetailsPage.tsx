import { platters } from "~/storefront/features/events/content/platters";
import { plattersDetails } from "~/storefront/features/events/content/plattersDetails";
import { EventDetails } from "~/storefront/features/events/details/EventDetails";

export const description =
  "What goes on our party platters, made in Chennai: veg, non-veg and mixed. How booking works, and answers.";

export default function PlattersDetailsPage() {
  return <EventDetails event={platters} details={plattersDetails} />;
}
