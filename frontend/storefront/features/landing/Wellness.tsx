import { Link } from "react-router";
import { classNames } from "~/shared/lib/classNames";
import { ArrowIcon } from "~/shared/ui/icons";
import { Picture } from "~/shared/ui/Picture";
import { paths } from "~/storefront/paths";
import { CorporatePlans } from "~/storefront/product/CorporatePlans";
import { pictures } from "./pictures";
import section from "./Section.module.css";
import { texts } from "./texts";
import styles from "./Wellness.module.css";

const offers = [
  { title: texts.mealsOffer, text: texts.mealsOfferText, to: paths.mealSubscription() },
  { title: texts.plansOffer, text: texts.plansOfferText, to: paths.customerChoice() },
  { title: texts.guidanceOffer, text: texts.guidanceOfferText, to: paths.healthPlans() },
  { title: texts.snackingOffer, text: texts.snackingOfferText, to: paths.corporate() },
] as const;

/** More than a cafe: the wellness partner and corporate copy of the specification's section 1. */
export function Wellness() {
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
