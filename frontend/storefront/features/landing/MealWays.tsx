import { Link } from "react-router";
import { classNames } from "~/shared/lib/classNames";
import { LinkButton } from "~/shared/ui/Button";
import { ArrowIcon } from "~/shared/ui/icons";
import { Picture } from "~/shared/ui/Picture";
import { paths } from "~/storefront/paths";
import { isOffered } from "~/storefront/product/isOffered";
import { pictures, texts } from "./content";
import styles from "./MealWays.module.css";
import section from "./Section.module.css";

const ways = [
  {
    title: "Veg meals",
    text: texts.vegText,
    dish: "garden-salad",
    to: paths.vegMeal(),
  },
  {
    title: "Non-veg meals",
    text: texts.nonVegText,
    dish: "chicken-rice-bowl",
    to: paths.nonVegMeal(),
  },
  {
    title: "Meal tray",
    text: texts.trayText,
    dish: "egg-curry",
    to: paths.mealTray(),
  },
] as const;

/** The other half of the house: everyday meals by the week. */
export function MealWays() {
  return (
    <section className={classNames(section.section, styles.ground)}>
      <div className={classNames(section.inside, styles.layout)}>
        <div className={styles.text}>
          <h2>{texts.mealsHeading}</h2>
          <p>{texts.mealsText}</p>
          <LinkButton to={paths.mealSubscription()} size="lg">
            See meal plans
          </LinkButton>
        </div>
        <ul className={styles.ways}>
          {ways
            .filter(({ to }) => isOffered(to))
            .map((option) => (
              <li key={option.title}>
                <Link to={option.to} className={styles.way}>
                  <Picture
                    picture={pictures[option.dish]}
                    className={styles.picture}
                    sizes="(min-width: 40rem) 18rem, 6.5rem"
                    alt=""
                  />
                  <span className={styles.title}>
                    {option.title}
                    <ArrowIcon size={22} />
                  </span>
                  <span className={styles.detail}>{option.text}</span>
                </Link>
              </li>
            ))}
        </ul>
      </div>
    </section>
  );
}
