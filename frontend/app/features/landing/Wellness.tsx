import { Link } from "react-router";
import { classNames } from "~/lib/classNames";
import { scenes } from "~/pictures/scenes";
import { paths } from "~/routes/paths";
import { LinkButton } from "~/ui/Button";
import { ArrowIcon } from "~/ui/icons/ArrowIcon";
import section from "./Section.module.css";
import styles from "./Wellness.module.css";

const offers = [
  {
    title: "Protein-packed meals",
    text: "Veg and non-veg, priced by the week",
    to: paths.mealSubscription(),
  },
  { title: "Custom plans", text: "Choose each breakfast, lunch and dinner", to: paths.customerChoice() },
  { title: "Expert guidance", text: "From healthcare professionals", to: paths.healthPlans() },
  { title: "Corporate snacking", text: "For desks, meetings and teams", to: paths.corporate() },
] as const;

/** More than a cafe: the wellness partner and corporate copy of the specification's section 1. */
export function Wellness() {
  return (
    <section className={classNames(section.section, styles.ground)}>
      <div className={section.inside}>
        <div className={section.intro}>
          <h2>More than a cafe: your wellness partner</h2>
          <p>
            Protein-packed meals, custom plans and corporate snacking, with expert guidance from healthcare
            professionals.
          </p>
        </div>
        <ul className={styles.offers}>
          {offers.map((offer) => (
            <li key={offer.title}>
              <Link to={offer.to} className={styles.offer}>
                <span className={styles.name}>{offer.title}</span>
                <span>{offer.text}</span>
                <ArrowIcon size={22} />
              </Link>
            </li>
          ))}
        </ul>
        <div className={styles.corporate}>
          <div className={styles.text}>
            <h2>Corporate Meal Plans</h2>
            <ul className={styles.points}>
              <li>HR and admins can sponsor meal plans for their teams.</li>
              <li>Companies can tie up with us for employee discounts.</li>
              <li>Employees get coupons and passes for dine-in.</li>
            </ul>
            <LinkButton to={paths.corporate()}>Talk to us about your office</LinkButton>
          </div>
          <img
            {...scenes.muscle}
            className={styles.picture}
            sizes="(min-width: 60rem) 40rem, 100vw"
            loading="lazy"
            alt="A chicken rice bowl, boiled eggs and a glass of almond milk"
          />
        </div>
      </div>
    </section>
  );
}
