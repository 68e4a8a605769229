import { Link } from "react-router";
import { classNames } from "~/shared/lib/classNames";
import { ArrowIcon } from "~/shared/ui/icons/ArrowIcon";
import { Picture } from "~/shared/ui/Picture";
import { paths } from "~/storefront/paths";
import { CorporatePlans } from "~/storefront/product/CorporatePlans";
import { pictures } from "./pictures";
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
        <CorporatePlans
          linkText="Talk to us about your office"
          className={styles.corporate}
          picture={
            <Picture
              picture={pictures["plan-muscle"]}
              sizes="(min-width: 60rem) 40rem, 100vw"
              alt="A chicken rice bowl, boiled eggs and a bottle of almond milk"
            />
          }
        />
      </div>
    </section>
  );
}
