import { useId } from "react";
import { Link } from "react-router";
import { LinkButton } from "~/shared/ui/Button";
import { ArrowIcon, ChevronIcon } from "~/shared/ui/icons";
import { EventBooking } from "~/storefront/features/events/booking/EventBooking";
import frame from "~/storefront/features/events/EventFrame.module.css";
import { DishTrioPicture, EventSection } from "~/storefront/features/events/EventSection";
import {
  type EventContent,
  type EventDetailsContent,
  type SampleDiet,
  type SampleDish,
  type SampleMenus,
  sampleDiets,
} from "~/storefront/features/events/event";
import { paths } from "~/storefront/paths";
import { DietMark } from "~/storefront/product/DietMark";
import { DishPicture } from "~/storefront/product/DishPicture";
import { HeroText } from "~/storefront/product/HeroText";
import { isOffered } from "~/storefront/product/isOffered";
import styles from "./EventDetails.module.css";

/** The page behind the promo button: sample menus, booking steps, questions, and the form. */
export function EventDetails({ event, details }: EventDetailsProps) {
  return (
    <div className={frame[event.key]}>
      <DetailsIntro event={event} details={details} />
      <SampleMenuCards lead={details.menusLead} menus={details.menus} />
      <BookingSteps steps={details.steps} />
      <Questions details={details} />
      <EventBooking event={event} />
    </div>
  );
}

/** How booking works, step by step. */
function BookingSteps({ steps }: Pick<EventDetailsContent, "steps">) {
  const headingId = useId();
  return (
    <EventSection labelledBy={headingId} floor className={styles.layout}>
      <h2 id={headingId}>How booking works</h2>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step.title} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </EventSection>
  );
}

interface EventDetailsProps {
  event: EventContent;
  details: EventDetailsContent;
}

/** Back link, introduction, and links to the page's two main sections. */
function DetailsIntro({ event, details }: EventDetailsProps) {
  const headingId = useId();
  return (
    <EventSection labelledBy={headingId} floor className={styles.detailsIntroLayout}>
      <HeroText
        className={styles.text}
        above={
          <Link to={event.path} className={styles.back}>
            <ArrowIcon size={20} />
            {event.name}
          </Link>
        }
        heading={details.heading}
        headingId={headingId}
        lead={details.lead}
        actions={
          <>
            <LinkButton href="#menus" size="lg">
              See the menus
            </LinkButton>
            <LinkButton href="#book" size="lg" variant="secondary">
              Book now
            </LinkButton>
          </>
        }
      />
      <DishTrioPicture dishes={details.dishes} eager />
    </EventSection>
  );
}

/** Notes on the number of guests, and frequent questions. */
function Questions({ details }: { details: EventDetailsContent }) {
  const headingId = useId();
  return (
    <EventSection labelledBy={headingId} className={styles.questionsLayout}>
      <div className={styles.guests}>
        <h2>{details.guestsHeading}</h2>
        <p className={frame.beside}>{details.guestsText}</p>
      </div>
      <div>
        <h2 id={headingId} className={styles.heading}>
          Questions and answers
        </h2>
        {details.questions.map(({ question, answer }) => (
          <details key={question} className={styles.entry}>
            <summary className={styles.question}>
              {question}
              <ChevronIcon size={22} />
            </summary>
            <p className={styles.answer}>{answer}</p>
          </details>
        ))}
      </div>
    </EventSection>
  );
}

const titles: Readonly<Record<SampleDiet, { title: string; promise: string }>> = {
  veg: { title: "Veg menu", promise: "No meat, no fish, no egg." },
  nonveg: { title: "Non-veg menu", promise: "Egg, chicken or fish in every dish." },
  mixed: { title: "Mixed menu", promise: "Something for both sides of the table." },
};

const allDishes = [
  { label: "Veg meals", to: paths.vegMeal() },
  { label: "Non-veg meals", to: paths.nonVegMeal() },
  { label: "Meal tray", to: paths.mealTray() },
];

/** The three sample menus of an event, with a link to the whole menu. */
function SampleMenuCards({ lead, menus }: { lead: string; menus: SampleMenus }) {
  const headingId = useId();
  return (
    <EventSection id="menus" labelledBy={headingId} className={styles.sampleMenuCardsLayout}>
      <div className={styles.intro}>
        <h2 id={headingId}>Sample menus</h2>
        <p className={frame.lead}>{lead}</p>
      </div>
      <ul className={styles.cards}>
        {sampleDiets
          .filter((diet) => menus[diet].length > 0)
          .map((diet) => (
            <SampleMenuCard key={diet} {...titles[diet]} dishes={menus[diet]} />
          ))}
      </ul>
      <p className={styles.all}>
        All our dishes:{" "}
        {allDishes
          .filter(({ to }) => isOffered(to))
          .map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
      </p>
    </EventSection>
  );
}

interface SampleMenuCardProps {
  title: string;
  promise: string;
  dishes: readonly SampleDish[];
}

/** One menu: its first dish large, then every dish with its picture and mark. */
function SampleMenuCard({ title, promise, dishes }: SampleMenuCardProps) {
  const [first] = dishes;
  return (
    <li className={styles.card}>
      {first && (
        <DishPicture image={first.image} sizes="(min-width: 60rem) 25rem, 92vw" className={styles.cover} />
      )}
      <div className={styles.sampleMenuCardText}>
        <h3>{title}</h3>
        <p className={styles.promise}>{promise}</p>
        <ul className={styles.dishes}>
          {dishes.map((dish) => (
            <li key={dish.name} className={styles.dish}>
              <DishPicture image={dish.image} sizes="4rem" className={styles.thumb} />
              <DietMark mark={dish.mark} />
              <span>{dish.name}</span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
