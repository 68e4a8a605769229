import { useId } from "react";
import { LinkButton } from "~/shared/ui/Button";
import { DishTrioPicture } from "../DishTrioPicture";
import { EventSection } from "../EventSection";
import type { EventContent } from "../event";
import styles from "./EventPromo.module.css";

/** A teaser with a link to the event's details page. */
export function EventPromo({ promo }: Pick<EventContent, "promo">) {
  const headingId = useId();
  return (
    <EventSection labelledBy={headingId} floor className={styles.layout}>
      <DishTrioPicture dishes={promo.dishes} />
      <div className={styles.text}>
        <h2 id={headingId}>{promo.heading}</h2>
        <p className={styles.lead}>{promo.text}</p>
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
