import { EventBooking } from "../booking/EventBooking";
import frame from "../EventFrame.module.css";
import { BookingSteps } from "./BookingSteps";
import { DetailsIntro, type EventDetailsProps } from "./DetailsIntro";
import { Questions } from "./Questions";
import { SampleMenuCards } from "./SampleMenuCards";

/** Sample menus, booking steps, questions, and the form (design: open routes). */
export function EventDetails({ event, details }: EventDetailsProps) {
  return (
    <div className={frame[event.key]}>
      <DetailsIntro event={event} details={details} />
      <SampleMenuCards lead={details.menusLead} menus={details.menus} />
      <BookingSteps steps={details.steps} />
      <Questions details={details} />
      <EventBooking event={event} />
    </div>
  );
}
