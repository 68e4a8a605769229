import { EventBooking } from "../booking/EventBooking";
import frame from "../EventFrame.module.css";
import type { EventContent } from "../event";
import { EventIntro } from "./EventIntro";
import { EventPromo } from "./EventPromo";

/** An event's page: intro, booking form, promo (specification, section 2 "Event pages"). */
export function EventPage({ event }: { event: EventContent }) {
  return (
    <div className={frame[event.key]}>
      <EventIntro event={event} />
      <EventBooking event={event} />
      <EventPromo promo={event.promo} />
    </div>
  );
}
