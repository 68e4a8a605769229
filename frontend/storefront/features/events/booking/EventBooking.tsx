import { useId } from "react";
import { chatLink } from "~/shared/lib/chatLink";
import { classNames } from "~/shared/lib/classNames";
import { scrollToFirstInvalid } from "~/shared/lib/fields";
import { site } from "~/shared/lib/site";
import { SelectField, TextArea, TextField } from "~/shared/ui/Field";
import fields from "~/shared/ui/Field.module.css";
import { FormMessage } from "~/shared/ui/FormMessage";
import { ChatIcon, PhoneIcon } from "~/shared/ui/icons";
import { EmailField, PhoneField } from "~/shared/ui/PersonFields";
import { EventSection } from "~/storefront/features/events/EventSection";
import type { EventContent } from "~/storefront/features/events/event";
import { FailureNote } from "~/storefront/product/FailureNote";
import { NextStep, SubmitButton } from "~/storefront/product/SubmitButton";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import styles from "./EventBooking.module.css";
import { eventTypeOptions, useEventEnquiry } from "./useEventEnquiry";

/** "Book Your Event": the form, with phone and chat links beside it. */
export function EventBooking({ event }: { event: EventContent }) {
  const headingId = useId();
  const { phone } = site.contact;
  const topic = { about: event.matter };
  return (
    <EventSection id="book" labelledBy={headingId} className={styles.layout}>
      <div className={styles.text}>
        <h2 id={headingId}>Book Your Event</h2>
        <p className={styles.lead}>Send us a few lines. We’ll get back to you by phone or email.</p>
      </div>
      <div className={styles.form}>
        <WithoutScript what="This form" topic={topic} />
        <EventBookingForm labelledBy={headingId} />
      </div>
      <div>
        <p className={styles.question}>Prefer to talk first?</p>
        <ul className={styles.ways}>
          <li>
            <a className={styles.way} href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
              <PhoneIcon size={22} />
              {phone}
            </a>
          </li>
          <li>
            <a className={styles.way} href={chatLink(topic)} target="_blank" rel="noopener">
              <ChatIcon size={22} />
              <span>
                Chat with us <span className={styles.newTab}>(opens in a new tab)</span>
              </span>
            </a>
          </li>
        </ul>
      </div>
    </EventSection>
  );
}

/** The event booking form; only the browser's own checks apply (specification, section 5). */
export function EventBookingForm({ labelledBy }: { labelledBy: string }) {
  const { field, message, hold, failure, sending, onSubmit } = useEventEnquiry();
  return (
    <form
      method="post"
      className={classNames(fields.card, styles.booking)}
      aria-labelledby={labelledBy}
      onInvalidCapture={(event) => scrollToFirstInvalid(event.currentTarget)}
      onSubmit={onSubmit}
    >
      <TextField label="Name" {...field("name")} autoComplete="name" enterKeyHint="next" />
      <EmailField {...field("email")} />
      <PhoneField {...field("phone")} />
      <SelectField
        label="Event Type"
        {...field("eventType")}
        options={eventTypeOptions}
        placeholder="Select an option"
      />
      <div className={fields.wide}>
        <TextArea
          label="Message"
          {...field("message")}
          rows={4}
          placeholder="Any special instructions?"
          hint="The date, the place and the number of guests help us plan."
          optionalMark
        />
      </div>
      <div className={fields.wide}>
        <SubmitButton size="lg" block busy={sending}>
          {sending ? "Sending..." : "Submit Request"}
        </SubmitButton>
        <NextStep kind="event" className={styles.next} />
      </div>
      <FailureNote failure={failure} />
      <FormMessage message={message} hold={hold} onEdge />
    </form>
  );
}
