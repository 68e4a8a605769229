import { LinkButton } from "~/shared/ui/Button";
import { Picture } from "~/shared/ui/Picture";
import { paths } from "~/storefront/paths";
import { pictures, texts } from "./content";
import styles from "./EventCards.module.css";
import section from "./Section.module.css";

/** Event card (specification, section 3). */
interface EventCard {
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly buttonLabel: string;
  readonly image: keyof typeof pictures;
  readonly link: string;
}

/** Titles, buttons and destinations are the specification's (section 2). */
const eventCards: readonly EventCard[] = [
  {
    title: "Birthday Celebrations",
    subtitle: texts.birthdaySubtitle,
    description: texts.birthdayText,
    buttonLabel: "Book Now",
    image: "event-birthday",
    link: paths.birthday(),
  },
  {
    title: "Corporate Events",
    subtitle: texts.corporateSubtitle,
    description: texts.corporateText,
    buttonLabel: "Enquire",
    image: "event-corporate",
    link: paths.corporate(),
  },
  {
    title: "Family Gatherings",
    subtitle: texts.familySubtitle,
    description: texts.familyText,
    buttonLabel: "See Menus",
    image: "event-family",
    link: paths.family(),
  },
  {
    title: "Party Platters",
    subtitle: texts.plattersSubtitle,
    description: texts.plattersText,
    buttonLabel: "Order Now",
    image: "event-platter",
    link: paths.platters(),
  },
];

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
