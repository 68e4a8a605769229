import { useId } from "react";
import { classNames } from "~/shared/lib/classNames";
import { Picture } from "~/shared/ui/Picture";
import { HeroText } from "~/storefront/product/HeroText";
import frame from "../EventFrame.module.css";
import type { EventContent } from "../event";
import styles from "./EventIntro.module.css";

/** Heading, paragraph and the event's scene. */
export function EventIntro({ event }: { event: EventContent }) {
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
