import { rules } from "~/shared/catalogue/rules";
import { LinkButton } from "~/shared/ui/Button";
import { DeferredContent } from "~/shared/ui/DeferredContent";
import { Picture } from "~/shared/ui/Picture";
import { paths } from "~/storefront/paths";
import { CorporatePlans } from "~/storefront/product/CorporatePlans";
import { MarkedName } from "~/storefront/product/DietMark";
import { isOffered } from "~/storefront/product/isOffered";
import { pictures, texts } from "./content";
import { Hero } from "./hero/Hero";
import styles from "./MealHome.module.css";
import { WeeklyMenuSection } from "./menu/WeeklyMenuSection";
import { OrderNow } from "./order-now/OrderNow";

export const { description } = texts;

/** The meal subscription page and home of the meal area (specification, section 2). */
export default function MealHome() {
  return (
    <>
      <Hero />
      <OrderNow />
      <DeferredContent>
        <Spotlights />
        <FeaturedRecipes />
        <PlanDurations />
        <WeeklyMenuSection />
        <CorporateSection />
      </DeferredContent>
    </>
  );
}

/** Offer for companies (specification, section 2 "Home page of the meal area"). */
function CorporateSection() {
  return (
    <section aria-labelledby="corporate-title" className={styles.section}>
      <CorporatePlans
        headingId="corporate-title"
        linkText="Plan meals for your office"
        picture={
          <Picture
            picture={pictures["corporate-meal-plan"]}
            sizes="(min-width: 60rem) 40rem, 100vw"
            alt={texts.corporateAlt}
          />
        }
      />
    </section>
  );
}

/** The six durations (specification, section 2). */
function PlanDurations() {
  return (
    <section aria-labelledby="duration-title" className={styles.ground}>
      <div className={styles.durationsSection}>
        <h2 id="duration-title">Plan Duration</h2>
        <ol className={styles.durations}>
          {rules.planDurations.map(({ label, value }) => (
            <li key={value} className={styles.duration}>
              <h3>{label}</h3>
              <p>All above plans can be availed on this duration.</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const photos = Object.entries(pictures).filter(([key]) => key.startsWith("gallery-"));

/** The gallery of ten photos (specification, section 2). */
function FeaturedRecipes() {
  return (
    <section aria-labelledby="featured-title" className={styles.featuredRecipesSection}>
      <h2 id="featured-title">Featured Recipes</h2>
      <ul className={styles.gallery}>
        {photos.map(([key, picture], index) => (
          <li key={key}>
            <figure className={styles.recipe}>
              <Picture
                picture={picture}
                sizes="(min-width: 76rem) 15rem, (min-width: 40rem) 20vw, 50vw"
                alt=""
                className={styles.picture}
              />
              <figcaption>
                <MarkedName name={texts.featuredRecipes[index] ?? ""} />
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
function Spotlights() {
  return (
    <div className={styles.spotlights}>
      {spotlights
        .filter(({ to }) => isOffered(to))
        .map((spotlight) => (
          <section key={spotlight.to} className={styles.spotlight}>
            <Picture
              picture={spotlight.image}
              className={styles.spotlightsPicture}
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
