import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "~/shared/lib/classNames";
import { LinkButton } from "~/shared/ui/Button";
import { ArrowIcon } from "~/shared/ui/icons";
import { Picture } from "~/shared/ui/Picture";
import { paths } from "~/storefront/paths";
import { CorporatePlans } from "~/storefront/product/CorporatePlans";
import { isOffered } from "~/storefront/product/isOffered";
import { prices } from "~/storefront/product/prices";
import { pictures, texts } from "./content";
import { CalendarIcon, LeafIcon, PartyIcon, PriceIcon, ScooterIcon, TapIcon } from "./FeatureIcons";
import { Hero } from "./Hero";
import styles from "./Landing.module.css";
import section from "./Section.module.css";
import { TrustStrip } from "./TrustStrip";

export const { description } = texts;

/** The event landing page (specification, section 2), with the ways to order meals. */
export default function Landing() {
  return (
    <>
      <Hero />
      <FeatureCards />
      <EventCards />
      <MealWays />
      <WhyChooseUs />
      <TrustStrip />
      <Wellness />
    </>
  );
}

interface Feature {
  title: string;
  text: string;
  icon: ReactNode;
}

/** Titles and sentences are the specification's (section 1). */
const features: readonly Feature[] = [
  {
    title: "Affordable Pricing",
    text: "Exquisite taste, priced with care that fits every budget.",
    icon: <PriceIcon />,
  },
  { title: "Party & Events", text: "Perfect for birthdays, corporate & more.", icon: <PartyIcon /> },
  { title: "Fresh Ingredients", text: "Handpicked freshness, straight to your plate.", icon: <LeafIcon /> },
  { title: "Quick Delivery", text: "Seamless and reliable delivery across town.", icon: <ScooterIcon /> },
];

function FeatureCards() {
  return (
    <section aria-label="What you can count on" className={styles.features}>
      <ul className={classNames(section.inside, styles.list)}>
        {features.map((feature) => (
          <li key={feature.title} className={styles.card}>
            {feature.icon}
            <h2 className={styles.title}>{feature.title}</h2>
            <p>{feature.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The three features of the block (specification, section 1). */
const reasons: readonly Feature[] = [
  { title: "Farm Fresh", text: "Handpicked veggies, fruits and grains.", icon: <LeafIcon /> },
  { title: "Quick Booking", text: "Reserve a table in seconds.", icon: <CalendarIcon /> },
  { title: "Easy Ordering", text: "Order in a few taps.", icon: <TapIcon /> },
];

function WhyChooseUs() {
  return (
    <section className={section.section}>
      <div className={classNames(section.inside, styles.layout)}>
        <Picture
          picture={pictures["cut-fruit"]}
          className={styles.picture}
          sizes="(min-width: 60rem) 36rem, 100vw"
          alt={texts.whyAlt}
        />
        <div>
          <div className={section.intro}>
            <p className={styles.kicker}>Why Choose Us</p>
            <h2>Freshness Meets Nutrition</h2>
          </div>
          <ul className={styles.reasons}>
            {reasons.map((reason) => (
              <li key={reason.title} className={styles.reason}>
                <span className={styles.icon}>{reason.icon}</span>
                <h3>{reason.title}</h3>
                <p>{reason.text}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

const offers = [
  { title: texts.mealsOffer, text: texts.mealsOfferText, to: paths.mealSubscription() },
  { title: texts.plansOffer, text: texts.plansOfferText, to: paths.customerChoice() },
  { title: texts.guidanceOffer, text: texts.guidanceOfferText, to: paths.healthPlans() },
  { title: texts.snackingOffer, text: texts.snackingOfferText, to: paths.corporate() },
] as const;

/** More than a cafe: the wellness partner and corporate copy of the specification's section 1. */
function Wellness() {
  return (
    <section className={classNames(section.section, styles.ground)}>
      <div className={section.inside}>
        <div className={section.intro}>
          <h2>{texts.wellnessHeading}</h2>
          <p>{texts.wellnessText}</p>
        </div>
        <ul className={styles.offers}>
          {offers.map((offer) => (
            <li key={offer.to}>
              <Link to={offer.to} className={styles.offer}>
                <span className={styles.name}>{offer.title}</span>
                <span>{offer.text}</span>
                <ArrowIcon size={22} />
              </Link>
            </li>
          ))}
        </ul>
        <CorporatePlans
          linkText="Talk to us about your office"
          className={styles.corporate}
          picture={
            <Picture
              picture={pictures["plan-muscle"]}
              sizes="(min-width: 60rem) 40rem, 100vw"
              alt={texts.corporateAlt}
            />
          }
        />
      </div>
    </section>
  );
}

const ways = [
  { title: "Veg meals", text: texts.vegText, price: prices.veg, dish: "garden-salad", to: paths.vegMeal() },
  {
    title: "Non-veg meals",
    text: texts.nonVegText,
    price: prices.nonveg,
    dish: "chicken-rice-bowl",
    to: paths.nonVegMeal(),
  },
  { title: "Meal tray", text: texts.trayText, price: prices.tray, dish: "egg-curry", to: paths.mealTray() },
] as const;

function MealWays() {
  return (
    <section className={classNames(section.section, styles.meals)}>
      <div className={classNames(section.inside, styles.mealsLayout)}>
        <div className={styles.text}>
          <h2>{texts.mealsHeading}</h2>
          <p>{texts.mealsText}</p>
          <LinkButton to={paths.mealSubscription()} size="lg">
            See meal plans
          </LinkButton>
          <p className={styles.detail}>
            <b>Combos: {prices.combos}</b>
          </p>
        </div>
        <ul className={styles.ways}>
          {ways
            .filter(({ to }) => isOffered(to))
            .map((option) => (
              <li key={option.title}>
                <Link to={option.to} className={styles.way}>
                  <Picture
                    picture={pictures[option.dish]}
                    className={styles.wayPicture}
                    sizes="(min-width: 40rem) 18rem, 6.5rem"
                    alt=""
                  />
                  <span className={styles.wayTitle}>
                    {option.title}
                    <ArrowIcon size={22} />
                  </span>
                  <span className={styles.detail}>
                    {option.text} <b>{option.price}</b>
                  </span>
                </Link>
              </li>
            ))}
        </ul>
      </div>
    </section>
  );
}

/** Event cards (specification, section 3); titles, buttons and destinations are the specification's (section 2). */
const eventCards = [
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
] as const;

function EventCards() {
  return (
    <section id="events" className={section.section}>
      <div className={section.inside}>
        <div className={section.intro}>
          <h2>{texts.eventsHeading}</h2>
          <p>{texts.eventsText}</p>
        </div>
        <ul className={styles.cards}>
          {eventCards.map((card) => (
            <li key={card.title} className={styles.event}>
              <div className={styles.eventPicture}>
                <Picture
                  picture={pictures[card.image]}
                  className={styles.scene}
                  sizes="(min-width: 60rem) 44rem, (min-width: 44rem) 50vw, 92vw"
                  alt=""
                />
              </div>
              <div className={styles.eventText}>
                <p className={styles.subtitle}>{card.subtitle}</p>
                <h3 className={styles.eventTitle}>{card.title}</h3>
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
