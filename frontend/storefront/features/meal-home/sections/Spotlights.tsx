import { LinkButton } from "~/shared/ui/Button";
import { Picture } from "~/shared/ui/Picture";
import { pictures, texts } from "~/storefront/features/meal-home/content";
import { paths } from "~/storefront/paths";
import { isOffered } from "~/storefront/product/isOffered";
import styles from "./Spotlights.module.css";

const spotlights = [
  {
    title: texts.traySpotlight,
    text: texts.traySpotlightText,
    image: pictures["meal-tray"],
    alt: texts.traySpotlightAlt,
    to: paths.mealTray(),
    action: "Fill a tray",
  },
  {
    title: texts.plansSpotlight,
    text: texts.plansSpotlightText,
    image: pictures["weight-loss"],
    alt: texts.plansSpotlightAlt,
    to: paths.healthPlans(),
    action: "See the plans",
  },
] as const;

/** The meal tray and the weight plans in pictures (specification, section 2: meal subscription page). */
export function Spotlights() {
  return (
    <div className={styles.spotlights}>
      {spotlights
        .filter(({ to }) => isOffered(to))
        .map((spotlight) => (
          <section key={spotlight.to} className={styles.spotlight}>
            <Picture
              picture={spotlight.image}
              className={styles.picture}
              sizes="(min-width: 60rem) 37rem, 100vw"
              alt={spotlight.alt}
            />
            <div className={styles.text}>
              <h2>{spotlight.title}</h2>
              <p>{spotlight.text}</p>
              <LinkButton to={spotlight.to} variant="secondary">
                {spotlight.action}
              </LinkButton>
            </div>
          </section>
        ))}
    </div>
  );
}
