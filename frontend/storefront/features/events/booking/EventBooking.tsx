import { useId } from "react";
import { chatLink } from "~/shared/lib/chatLink";
import { site } from "~/shared/lib/site";
import { ChatIcon, PhoneIcon } from "~/shared/ui/icons";
import { EventSection } from "~/storefront/features/events/EventSection";
import type { EventContent } from "~/storefront/features/events/event";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import styles from "./EventBooking.module.css";
import { EventBookingForm } from "./EventBookingForm";

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
      <div className={styles.talk}>
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
