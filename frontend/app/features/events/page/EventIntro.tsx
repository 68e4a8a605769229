import { useId } from "react";
import { classNames } from "~/lib/classNames";
import { DishTrioPicture } from "../DishTrioPicture";
import frame from "../EventFrame.module.css";
import type { EventContent } from "../event";
import { eventScene } from "../eventScene";
import styles from "./EventIntro.module.css";

/** Heading, paragraph and the event's scene; three of its dishes where there is no scene yet. */
export function EventIntro({ event }: { event: EventContent }) {
  const headingId = useId();
  const scene = eventScene(event.key);
  return (
    <section
      aria-labelledby={headingId}
      className={classNames(frame.floor, styles.intro, scene && styles.withScene)}
    >
      <div className={classNames(frame.inside, styles.inside)}>
        <div className={styles.text}>
          <p className={styles.name}>{event.name}</p>
          <h1 id={headingId}>{event.heading}</h1>
          <p className={styles.lead}>{event.text}</p>
        </div>
        {!scene && <DishTrioPicture dishes={event.dishes} eager />}
      </div>
      {scene && (
        <img
          {...scene}
          className={styles.scene}
          sizes="(min-width: 60rem) 52rem, 100vw"
          fetchPriority="high"
          alt={event.sceneAlt}
        />
      )}
    </section>
  );
}
