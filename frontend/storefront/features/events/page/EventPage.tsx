import { useId } from "react";
import { classNames } from "~/shared/lib/classNames";
import { LinkButton } from "~/shared/ui/Button";
import { Picture } from "~/shared/ui/Picture";
import { EventBooking } from "~/storefront/features/events/booking/EventBooking";
import frame from "~/storefront/features/events/EventFrame.module.css";
import { DishTrioPicture, EventSection } from "~/storefront/features/events/EventSection";
import type { EventContent } from "~/storefront/features/events/event";
import { HeroText } from "~/storefront/product/HeroText";
import styles from "./EventPage.module.css";

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

/** Heading, paragraph and the event's scene. */
function EventIntro({ event }: { event: EventContent }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={classNames(frame.floor, styles.intro)}>
      <div className={classNames(frame.inside, styles.inside)}>
        <HeroText
          className={styles.text}
          above={<p className={styles.name}>{event.name}</p>}
          heading={event.heading}
          headingId={headingId}
          lead={event.text}
        />
      </div>
      <Picture
        picture={event.scene}
        className={styles.scene}
        sizes="(min-width: 60rem) 52rem, 100vw"
        loading="first"
        alt={event.sceneAlt}
      />
    </section>
  );
}

/** A teaser with a link to the event's details page. */
function EventPromo({ promo }: Pick<EventContent, "promo">) {
  const headingId = useId();
  return (
    <EventSection labelledBy={headingId} floor className={styles.layout}>
      <DishTrioPicture dishes={promo.dishes} />
      <div className={styles.eventPromoText}>
        <h2 id={headingId}>{promo.heading}</h2>
        <p className={frame.beside}>{promo.text}</p>
        {promo.points && (
          <ul className={styles.points}>
            {promo.points.map((point) => (
              <li key={point.title} className={styles.point}>
                <h3 className={styles.who}>{point.title}</h3>
                <p>{point.text}</p>
              </li>
            ))}
          </ul>
        )}
        <LinkButton to={promo.path} size="lg" className={styles.button}>
          {promo.button}
        </LinkButton>
      </div>
    </EventSection>
  );
}
