import { useId } from "react";
import { Link } from "react-router";
import { LinkButton } from "~/shared/ui/Button";
import { ArrowIcon } from "~/shared/ui/icons";
import { DishTrioPicture } from "~/storefront/features/events/DishTrioPicture";
import { EventSection } from "~/storefront/features/events/EventSection";
import type { EventContent, EventDetailsContent } from "~/storefront/features/events/event";
import { HeroText } from "~/storefront/product/HeroText";
import styles from "./DetailsIntro.module.css";

export interface EventDetailsProps {
  event: EventContent;
  details: EventDetailsContent;
}

/** Back link, introduction, and links to the page's two main sections. */
export function DetailsIntro({ event, details }: EventDetailsProps) {
  const headingId = useId();
  return (
    <EventSection labelledBy={headingId} floor className={styles.layout}>
      <HeroText
        className={styles.text}
        above={
          <Link to={event.path} className={styles.back}>
            <ArrowIcon size={20} />
            {event.name}
          </Link>
        }
        heading={details.heading}
        headingId={headingId}
        lead={details.lead}
        actions={
          <>
            <LinkButton href="#menus" size="lg">
              See the menus
            </LinkButton>
            <LinkButton href="#book" size="lg" variant="secondary">
              Book now
            </LinkButton>
          </>
        }
      />
      <DishTrioPicture dishes={details.dishes} eager />
    </EventSection>
  );
}
