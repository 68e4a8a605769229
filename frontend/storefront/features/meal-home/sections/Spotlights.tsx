import { LinkButton } from "~/shared/ui/Button";
import { Picture } from "~/shared/ui/Picture";
import { paths } from "~/storefront/paths";
import { isOffered } from "~/storefront/product/isOffered";
import { pictures } from "../pictures";
import styles from "./Spotlights.module.css";

const spotlights = [
  {
    title: "A tray of your own",
    text: "Phulkas or paratha, a gravy, a sundal, a juice: four dishes make a tray, and you choose how many days.",
    image: pictures["meal-tray"],
    alt: "A tray of rice, paneer gravy, phulka, sprouts and chana sundal",
    to: paths.mealTray(),
    action: "Fill a tray",
  },
  {
    title: "Weight loss, weight gain",
    text: "Talk to a doctor first. Then follow a plan that’s cooked for you, meal by meal.",
    image: pictures["weight-loss"],
    alt: "A grilled chicken salad, boiled eggs and a lime cooler",
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
          <section key={spotlight.title} className={styles.spotlight}>
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
