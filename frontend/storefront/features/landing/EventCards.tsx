import { LinkButton } from "~/shared/ui/Button";
import { Picture } from "~/shared/ui/Picture";
import styles from "./EventCards.module.css";
import { eventCards } from "./eventCards";
import { pictures } from "./pictures";
import section from "./Section.module.css";
import { texts } from "./texts";

/** The four kinds of event, each with its own way in. */
export function EventCards() {
  return (
    <section id="events" className={section.section}>
      <div className={section.inside}>
        <div className={section.intro}>
          <h2>{texts.eventsHeading}</h2>
          <p>{texts.eventsText}</p>
        </div>
        <ul className={styles.cards}>
          {eventCards.map((card) => (
            <li key={card.title} className={styles.card}>
              <div className={styles.picture}>
                <Picture
                  picture={pictures[card.image]}
                  className={styles.scene}
                  sizes="(min-width: 60rem) 44rem, (min-width: 44rem) 50vw, 92vw"
                  alt=""
                />
              </div>
              <div className={styles.text}>
                <p className={styles.subtitle}>{card.subtitle}</p>
                <h3 className={styles.title}>{card.title}</h3>
                <p>{card.description}</p>
                <LinkButton to={card.link} variant="secondary" className={styles.button}>
                  {card.buttonLabel}
                </LinkButton>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
